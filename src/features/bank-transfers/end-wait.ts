/** Ends the wait for a bank transfer of a test payment at once, so that what arrives then is late. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { bothModes, lockPayable, publishPayment } from '../payments/capture-payment.ts';
import type { PaymentKey } from '../payments/payment.ts';
import { setEnded } from '../payments/payments.repository.ts';

/** @throws AppError `forbidden` in live mode; `not_found`, `invalid_state`. */
export async function endTestWait(actor: Actor, tx: Tx, { clock }: { clock: Clock }, key: PaymentKey): Promise<void> {
  authorize(actor, 'payments.pay', bothModes(key));
  const payment = await lockPayable(tx, clock, key);
  if (payment.mode !== 'test') throw new AppError('forbidden');
  const at = clock.now(payment.holderId, payment.mode);

  await setEnded(tx, payment, 'expired', at);
  await publishPayment({ actor, tx, at }, { ...payment, status: 'expired' }, 'payment.expired');
}
