/** Presents a payment for interface A (docs/contract/merchant.md, "Payment status"). */
import type { Static } from 'typebox';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { isPaid, type Payment } from './payment.ts';
import type { PaymentCapture, PresentedPayment } from './payment-schemas.ts';

/** With 2 decimals, or 3 where the currency has 3. */
export const presentAmount = (minor: bigint, currency: string): string =>
  formatDecimal(minor, exponentOf(currency), { minDecimals: 2 });

type Captured = Pick<
  Payment,
  'amount' | 'currency' | 'manualCapture' | 'capturableUntil' | 'captureAmount' | 'capturedAmount'
>;

type Presentable = Captured &
  Pick<Payment, 'id' | 'trxId' | 'status' | 'custom' | 'payerName' | 'payerEmail' | 'createdAt' | 'paidAt'>;

/** The facts of a capture by the shop; undefined for a payment that is captured as it is paid. */
export function presentCapture(payment: Captured): Static<typeof PaymentCapture> | undefined {
  const { amount, currency, manualCapture, capturableUntil, captureAmount, capturedAmount } = payment;
  if (!manualCapture) return undefined;
  const shown = (minor: bigint | null): string | null => (minor === null ? null : presentAmount(minor, currency));
  return {
    authorized_amount: capturableUntil === null ? null : presentAmount(amount, currency),
    requested_amount: shown(captureAmount),
    captured_amount: shown(capturedAmount),
    capturable_until: capturableUntil?.toISOString() ?? null,
  };
}

/**
 * A payment as its events carry it. A company never sees who paid its order, because interface B has no such field.
 * @param payment its state after the change that the event reports.
 */
export const presentPaymentEvent = (payment: Presentable & Pick<Payment, 'orderId'>) =>
  presentPayment(payment.orderId === null ? payment : { ...payment, payerName: null });

export const presentPayment = (payment: Presentable): PresentedPayment => ({
  ...presentRecorded(payment),
  ...(payment.manualCapture ? { capture: presentCapture(payment) as Static<typeof PaymentCapture> } : {}),
});

const presentRecorded = (payment: Presentable): PresentedPayment => ({
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
