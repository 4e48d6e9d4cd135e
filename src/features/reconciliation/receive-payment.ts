/**
 * Takes what a line of the bank brought for a payment at the checkout (docs/ledger.md, "Payments by bank transfer"): with the whole
 * amount it is paid, in the same transaction; less is set aside for it until the rest comes. Its payee gets nothing before.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { mailPart } from '../bank-transfers/mail-transfer.ts';
import type { PaymentTransfer } from '../bank-transfers/payment-transfer.ts';
import { findPaymentPosting, findPaymentTransfer } from '../bank-transfers/payment-transfers.repository.ts';
import { whenPaid } from '../bank-transfers/when-paid.ts';
import { payByTransfer } from '../payments/capture-payment.ts';
import type { Payment } from '../payments/payment.ts';
import type { Allotted } from './allot-transfers.ts';
import { bookLines, reverseBookings } from './book-line.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { deleteMatches, findLine, insertMatches, type Outside } from './reconciliation.repository.ts';

/** `locked`: the payment, whose row and order are locked. */
type Received = Allotted<{ id: bigint }> & { locked: Payment };

/** The caller has locked the source. @throws AppError `forbidden`, `second_factor_required`. */
export async function receivePayment(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  received: Received,
  at: Date,
): Promise<void> {
  authorize(actor, 'top_ups.confirm', received.locked);
  if (received.completes) await complete(actor, tx, clock, outside, received, at);
  else await keepPart(tx, outside, received, at);
}

async function keepPart(tx: Tx, outside: Outside, { line, payment, amount, locked }: Received, at: Date) {
  const { holderId, paymentId, currency } = payment;
  const aside = {
    lineId: line.id,
    currency,
    amount,
    kind: 'set_aside',
    reason: `Part of payment ${paymentId}`,
  } as const;
  const booked = await bookLines(tx, outside, [{ ...aside, payment: { holderId, id: paymentId } }], at);
  const transfer = booked.get(line.id) as TransferKey;
  await insertMatches(tx, outside, [{ lineId: line.id, transfer, amount }], false, at);
  const now = (await findPaymentTransfer(tx, locked)) as PaymentTransfer;
  await mailPart(tx, locked, now);
}

/** What was set aside is taken back, and every line is matched with its part of the payment. */
async function complete(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  { line, amount, locked }: Received,
  at: Date,
): Promise<void> {
  // Read again: an earlier line of the same statement may have brought a part.
  const transfer = (await findPaymentTransfer(tx, locked)) as PaymentTransfer;
  for (const part of transfer.parts) await deleteMatches(tx, part.lineId, [part.transfer], false);
  await reverseBookings(
    tx,
    transfer.parts.map((part) => part.transfer),
    at,
  );
  const name = (await findLine(tx, line.id))?.counterpartyName?.trim() || 'Bank transfer';
  const { reference, payerEmail, payerLanguage: language, browser } = transfer;
  const arrived = { reference, payer: { name, email: payerEmail }, language, browser };
  await payByTransfer(actor, tx, { clock, onPaid: whenPaid }, locked, arrived);
  const posting = await findPaymentPosting(tx, transfer);
  const own = { lineId: line.id, transfer: posting, amount };
  const parts = transfer.parts.map((part) => ({ lineId: part.lineId, transfer: posting, amount: part.amount }));
  await insertMatches(tx, outside, [...parts, own], false, at);
  await appendAudit(actor, tx, {
    action: 'top_ups.confirm',
    holderId: locked.holderId,
    mode: locked.mode,
    object: { kind: 'payment', id: locked.id },
    before: { status: locked.status },
    after: { status: 'succeeded', amount: locked.amount, currency: locked.currency },
  });
}
