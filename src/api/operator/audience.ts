/**
 * The console's API as the operator sees it: members of the service's own holder, who read and change the objects of all
 * holders in the mode they act in. The use cases authorize each object; a route asks here first.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { companyAnswers } from '../company/answers.ts';
import { consoleErrorShape, everySession, everyWrite } from '../console/answers.ts';
import { actorOf } from '../console/authenticate.ts';

const noOperator = 'This is for the operator: name it in Sluice-Holder.';

const nameOf = (operationId: string): string =>
  `operator${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;

export const operatorAudience = {
  ...companyAnswers(consoleErrorShape, {
    everyCaller: [...everySession, 'forbidden'],
    everyWrite: [...everyWrite, 'idempotency_conflict', 'second_factor_required'],
  }),
  operation: (operationId: string, summary: string) => ({
    operationId: nameOf(operationId),
    tags: ['console-operator'],
    summary,
    security: [{ SessionCookie: [] }],
  }),
  /**
   * The service's own book in the caller's mode. Call it before anything is read: reads have no other authorization.
   * @param actions all of which the caller must be allowed.
   * @throws AppError as `authorize`; `not_found` or `forbidden` for a person who is no operator.
   */
  callerOf(request: FastifyRequest, ...actions: [Action, ...Action[]]): Book {
    const actor = actorOf(request);
    const { holderId, holderKind, mode } = actor;
    if (holderId === null) throw new AppError('not_found', { message: noOperator });
    if (holderKind !== 'service') throw new AppError('forbidden', { message: noOperator });
    const book = { holderId, mode };
    for (const action of actions) authorize(actor, action, book);
    return book;
  },
  actorOf: (request: FastifyRequest): PersonActor => actorOf(request),
};
