/**
 * A customer chooses to pay by bank transfer: the payment gets its reference and is waited for for days. It stays open, so that
 * it can still be paid another way, or canceled.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type BrowserDigest, bothModes, lockPayable } from '../payments/capture-payment.ts';
import type { Payment, PaymentKey } from '../payments/payment.ts';
import { setTransferUntil } from '../payments/payments.repository.ts';
import { takeNewReference } from '../wallets/top-up.ts';
import { mailChosen } from './mail-transfer.ts';
import { type PaymentTransfer, waitsUntil } from './payment-transfer.ts';
import { findPaymentTransfer, insertPaymentTransfer, setTransferPayer } from './payment-transfers.repository.ts';
import { findTransferAccount, type TransferAccount } from './transfer-account.ts';
import { findTransferOffer } from './transfer-offers.repository.ts';

/** `email`: who is told what to transfer and what became of it; null: nobody. */
type Payer = { email: string | null; language: string; browser: BrowserDigest };

/** Where this payment can be transferred to, and in how many days; undefined where bank transfer is not offered for it. */
export async function findOffer(
  db: Database | Tx,
  { holderId, mode, currency, manualCapture }: Pick<Payment, 'holderId' | 'mode' | 'currency' | 'manualCapture'>,
): Promise<{ account: TransferAccount; daysToPay: number } | undefined> {
  // Money that has arrived can't be authorized any more.
  if (manualCapture) return undefined;
  const offer = await findTransferOffer(db, holderId);
  if (offer === undefined || !offer.isOffered) return undefined;
  const account = await findTransferAccount(db, { mode, currency });
  return account && { account, daysToPay: offer.daysToPay };
}

/**
 * Chosen again, it has the same reference and the same last day; only an address that was missing is added.
 * @throws AppError `not_found`; `invalid_state` when it is over, or where bank transfer is not offered; `merchant_not_active`.
 */
export async function chooseTransfer(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  key: PaymentKey,
  { email, language, browser }: Payer,
): Promise<PaymentTransfer> {
  authorize(actor, 'payments.pay', bothModes(key));
  const payment = await lockPayable(tx, clock, key);
  const offer = await findOffer(tx, payment);
  if (offer === undefined) throw new AppError('invalid_state', { message: 'Bank transfer is not offered here.' });
  const known = await findPaymentTransfer(tx, key);
  const at = clock.now(payment.holderId, payment.mode);

  if (known === undefined) {
    const { holderId, mode } = payment;
    const reference = await takeNewReference(tx);
    const payer = { payerEmail: email, payerLanguage: language, browser };
    await insertPaymentTransfer(tx, { holderId, mode, paymentId: payment.id, reference, ...payer }, at);
    await setTransferUntil(tx, payment, waitsUntil(at, offer.daysToPay), at);
  } else if (known.payerEmail === null && email !== null) {
    await setTransferPayer(tx, key, { payerEmail: email, payerLanguage: language });
  }
  const chosen = (await findPaymentTransfer(tx, key)) as PaymentTransfer;
  const isNewAddress = email !== null && (known === undefined || known.payerEmail === null);
  if (isNewAddress) {
    const until = payment.transferUntil ?? waitsUntil(at, offer.daysToPay);
    await mailChosen(tx, payment, chosen, offer.account, until);
  }
  return chosen;
}
