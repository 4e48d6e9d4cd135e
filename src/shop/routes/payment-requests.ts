/** What the routes of a shop's payments share: the payment that an address names, and who looks at it. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isAllowed } from '../../access/authorize.ts';
import type { Action } from '../../access/permissions.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { holderOfPublicId } from '../../database/public-id.ts';
import { AppError } from '../../errors/app-error.ts';
import { holderFace as face } from '../../interfaces/console/holder-face.ts';
import type { Book } from '../../ledger/accounts.ts';
import type { Payment } from '../../payments/payment.ts';
import { findPayment } from '../../payments/payments.repository.ts';
import type { Sight } from '../present-payment.ts';

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
