/** What the routes of a shop's payments share: the payment that an address names, and who looks at it. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Payment } from '../../features/payments/payment.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { holderFace as face } from './holder-face.ts';
import type { Sight } from './payments/present-payment.ts';

export const PaymentParams = Type.Object({ id: Type.String({ maxLength: 64, examples: ['pay_27Qm7ZxW1'] }) });

/** @throws AppError as `authorize`; `not_found` for a payment of another holder or mode. */
export async function paymentOf(
  db: Database,
  request: FastifyRequest<{ Params: { id: string } }>,
  action: Action,
): Promise<{ book: Book; payment: Payment }> {
  const book = face.callerOf(request, action);
  const { id } = request.params;
  const known = holderOfPublicId('pay', id) === book.holderId;
  const payment = known ? await findPayment(db, book.holderId, id) : undefined;
  if (payment === undefined || payment.mode !== book.mode) {
    throw new AppError('not_found', { message: 'No payment has this id.' });
  }
  return { book, payment };
}

export const sightOf = (request: FastifyRequest, clock: Clock, book: Book): Sight => ({
  now: clock.now(book.holderId, book.mode),
  seesPayers: isAllowed(face.actorOf(request), 'payments.read_in_full', book),
});
