/** The book of whom a person acts for, on routes that are open to more kinds of holders than companies. */
import type { FastifyRequest } from 'fastify';
import { authorize } from '../../access/authorize.ts';
import type { Action } from '../../access/permissions.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Book } from '../../ledger/accounts.ts';
import { actorOf } from './authenticate.ts';

/**
 * Call it before anything is read: reads have no other authorization.
 * @throws AppError as `authorize`; `not_found` for a person who acts for nobody, `forbidden` for the operator's staff.
 */
export function bookOf(request: FastifyRequest, action: Action): Book {
  const actor = actorOf(request);
  const { holderId, holderKind, mode } = actor;
  if (holderId === null) throw new AppError('not_found', { message: 'Sluice-Holder names no account.' });
  if (holderKind === 'service') throw new AppError('forbidden');
  const book = { holderId, mode };
  authorize(actor, action, book);
  return book;
}
