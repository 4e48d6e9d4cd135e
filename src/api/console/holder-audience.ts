/**
 * The console's API for the people of every kind of holder but the service's own: the permissions say which kinds an
 * action is for.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { consoleAudience } from './audience.ts';
import { actorOf } from './authenticate.ts';

const noHolder = 'This is for companies, merchants, couriers and customers: name one in Sluice-Holder.';

export const holderAudience = {
  ...consoleAudience,
  actorOf,
  /**
   * The caller's own book. @param of what the action is about: shared by both modes, or in the caller's own.
   * @throws AppError as `authorize`; `not_found` or `forbidden` for a person who acts for no holder.
   */
  callerOf(request: FastifyRequest, action: Action, of: 'both_modes' | 'own_mode' = 'own_mode'): Book {
    const actor = actorOf(request);
    const { holderId, holderKind, mode } = actor;
    if (holderId === null) throw new AppError('not_found', { message: noHolder });
    if (holderKind === 'service') throw new AppError('forbidden', { message: noHolder });
    authorize(actor, action, { holderId, mode: of === 'both_modes' ? null : mode });
    return { holderId, mode };
  },
};
