/** Presents a payment for interface A (docs/contract/merchant.md, "Payment status"). */
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { isPaid, type Payment } from './payment.ts';
import type { PresentedPayment } from './payment-schemas.ts';

/** With 2 decimals, or 3 where the currency has 3. */
export const presentAmount = (minor: bigint, currency: string): string =>
  formatDecimal(minor, exponentOf(currency), { minDecimals: 2 });

type Presentable = Pick<
  Payment,
  'id' | 'trxId' | 'status' | 'amount' | 'currency' | 'custom' | 'payerName' | 'payerEmail' | 'createdAt' | 'paidAt'
>;

/**
 * A payment as its events carry it. A company never sees who paid its order, because interface B has no such field.
 * @param payment its state after the change that the event reports.
 */
export const presentPaymentEvent = (payment: Presentable & Pick<Payment, 'orderId'>) =>
  presentPayment(payment.orderId === null ? payment : { ...payment, payerName: null });

export const presentPayment = (payment: Presentable): PresentedPayment => ({
  token: payment.id,
  trx_id: payment.trxId,
  status: payment.status,
  paid: isPaid(payment.status),
  amount: presentAmount(payment.amount, payment.currency),
  currency: payment.currency,
  custom: payment.custom ?? '',
  payer: payment.payerName === null ? null : { username: payment.payerName, email: payment.payerEmail },
  created_at: payment.createdAt.toISOString(),
  paid_at: payment.paidAt?.toISOString() ?? null,
});
