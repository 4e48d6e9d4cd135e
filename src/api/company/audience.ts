/**
 * What a company's routes need from the interface that serves them: interface B (key pairs) or the console's API
 * (people). A route written against it is offered by both (docs/contract/people.md, "For a company's members").
 */
import type { FastifyRequest } from 'fastify';
import type { KeyActor, PersonActor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { CompanyAnswers } from './answers.ts';

export type CompanyAudience = CompanyAnswers & {
  /** The OpenAPI operation of a route, apart from its schemas. Ids and tags are those of interface B. */
  operation(operationId: string, tag: string, summary: string, description?: string): CompanyOperation;
  /**
   * The company's book that the request is about. Call it before anything is read: reads have no other authorization,
   * and a stored answer must not be replayed to someone who may not act.
   * @throws AppError as `authorize`; `not_found` or `forbidden` for a person who acts for no company.
   */
  callerOf(request: FastifyRequest, action: Action): Book;
  /** The caller, for the use case. */
  actorOf(request: FastifyRequest): KeyActor | PersonActor;
};

type CompanyOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
};
