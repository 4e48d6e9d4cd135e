/**
 * Asks the provider at once for a capture that was accepted (`request-capture.ts`), so that who asked for it need not ask again. The
 * job asks anyway.
 */
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { findAuthorized } from './attempts.repository.ts';
import { checkAttempt, type PayDeps } from './pay-with-provider.ts';
import type { Payment, PaymentKey } from './payment.ts';
import { findPayment } from './payments.repository.ts';

/**
 * @returns the payment: still authorized while the provider has not answered, expired when its authorization was over.
 * @throws AppError `validation_failed` when the provider refused the amount.
 */
export async function makeCapture(actor: Actor, deps: PayDeps, { holderId, id }: PaymentKey): Promise<Payment> {
  const attempt = await findAuthorized(deps.db, { holderId, id });
  if (attempt !== undefined) await checkAttempt(actor, deps, { holderId, attemptId: attempt.id }).catch(() => 'open');
  const payment = (await findPayment(deps.db, holderId, id)) as Payment;
  if (payment.status === 'authorized' && payment.captureAmount === null) {
    throw invalidField('amount', 'was refused by the payment provider');
  }
  return payment;
}
