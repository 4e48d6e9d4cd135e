/** Presents a shop's payments to its people. Minor units become decimals here only. */

import { jsonDecimal } from '../../../base/money/amount.ts';
import { sumOf } from '../../../base/money/compare.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import type { TracedTransfer } from '../../../core/ledger/traced-transfers.repository.ts';
import { arrivedOf, type PaymentTransfer } from '../../../features/bank-transfers/payment-transfer.ts';
import { presentTracedTransfer } from '../../../features/links/traced-transfer.ts';
import { presentFee } from '../../../features/payments/fees/fee-schemas.ts';
import { endOf, isPaid, type Payment, payableStatuses, refundableAmount } from '../../../features/payments/payment.ts';
import type { ListedPayment } from '../../../features/payments/payment-list.repository.ts';
import type {
  findPayoutAfter,
  listAttempts,
  listDisputesOfPayment,
  listEventsOfPayment,
} from '../../../features/payments/payment-trace.repository.ts';
import type { Refund } from '../../../features/refunds/refunds.repository.ts';
import type { PresentedListedPayment, PresentedPaymentInFull } from './shop-schemas.ts';

type Canceler = PresentedPaymentInFull['cancelled_by'];

type RowOf<List extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number];

/** How a payment is looked at: when, and whether by someone who may see who paid. */
export type Sight = { now: Date; seesPayers: boolean };

/** An open payment past its expiry has expired, even before the sweep has noted it. */
type Ending = Pick<Payment, 'status' | 'expiresAt' | 'transferUntil'>;

const isOver = (payment: Ending, now: Date): boolean => payment.status === 'created' && endOf(payment) <= now;

export const statusNow = <P extends Ending>(payment: P, now: Date): P['status'] =>
  isOver(payment, now) ? 'expired' : payment.status;

type Paid = 'method' | 'cardLastFour' | 'cardBrand';
type Listed = Omit<ListedPayment, Paid> & Partial<Pick<ListedPayment, Paid>>;

export function presentListed(payment: Listed, { now, seesPayers }: Sight): PresentedListedPayment {
  const amountOf = decimalsOf(payment.currency);
  const { payerName, payerEmail } = payment;
  return {
    payment_id: payment.id,
    trx_id: payment.trxId,
    status: statusNow(payment, now),
    amount: amountOf(payment.amount),
    currency: payment.currency,
    custom: payment.custom,
    description: payment.description,
    payer: payerName === null || !seesPayers ? null : { name: payerName, email: payerEmail },
    method: payment.method ?? null,
    card_last_four: seesPayers ? (payment.cardLastFour ?? null) : null,
    card_brand: seesPayers ? (payment.cardBrand ?? null) : null,
    refunded_amount: amountOf(payment.refundedAmount),
    charged_back_amount: amountOf(payment.chargedBackAmount),
    created_at: payment.createdAt.toISOString(),
    paid_at: payment.paidAt?.toISOString() ?? null,
    capture: payment.manualCapture ? captureOf(payment) : null,
  };
}

function captureOf({ currency, captureAmount, capturedAmount, capturableUntil }: Listed) {
  const amountOf = decimalsOf(currency);
  return {
    requested_amount: captureAmount === null ? null : amountOf(captureAmount),
    captured_amount: capturedAmount === null ? null : amountOf(capturedAmount),
    capturable_until: capturableUntil?.toISOString() ?? null,
  };
}

export type PaymentParts = {
  attempts: readonly RowOf<typeof listAttempts>[];
  transfers: readonly TracedTransfer[];
  refunds: readonly Refund[];
  disputes: readonly RowOf<typeof listDisputesOfPayment>[];
  events: readonly RowOf<typeof listEventsOfPayment>[];
  payout: Awaited<ReturnType<typeof findPayoutAfter>>;
  webhookUrl: string | null;
  transfer: PaymentTransfer | undefined;
  customerId: bigint | null;
  address: string;
};

const chargedBy = ({ feeBasisPoints: basisPoints, feeFixed: fixed }: Payment) => ({ basisPoints, fixed });

export function presentInFull(payment: Payment, parts: PaymentParts, sight: Sight): PresentedPaymentInFull {
  const { attempts, transfers, refunds, disputes, events, payout, webhookUrl, transfer, customerId, address } = parts;
  const amountOf = decimalsOf(payment.currency);
  const isOpen = payableStatuses.includes(statusNow(payment, sight.now));
  const paidBy = attempts.find(({ status }) => status === 'succeeded' || status === 'authorized');
  const standing = refunds.filter(({ status }) => status !== 'failed');
  const { method = null, cardLastFour = null, cardBrand = null } = paidBy ?? {};
  return {
    ...presentListed({ ...payment, method, cardLastFour, cardBrand }, sight),
    customer_id: customerId === null || !sight.seesPayers ? null : Number(customerId),
    fee: amountOf(payment.fee),
    fee_rate: payment.fee === 0n ? null : presentFee(chargedBy(payment), payment.currency),
    fee_returned: amountOf(sumOf(standing.map(({ feeReturned }) => feeReturned))),
    refundable_amount: amountOf(isPaid(payment.status) ? refundableAmount(payment) : 0n),
    payment_url: isOpen ? address : null,
    return_url: payment.returnUrl,
    cancel_url: payment.cancelUrl,
    webhook_url: webhookUrl,
    cancelled_by: cancelerOf(payment, events),
    expires_at: endOf(payment).toISOString(),
    bank_transfer: transfer === undefined || !isOpen ? null : presentTransferAwaited(transfer),
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      method: attempt.method,
      status: attempt.status,
      error: attempt.error,
      card_last_four: sight.seesPayers ? attempt.cardLastFour : null,
      card_brand: sight.seesPayers ? attempt.cardBrand : null,
      created_at: attempt.createdAt.toISOString(),
    })),
    transfers: transfers.map(presentTransfer),
    refunds: refunds.map(presentRefund),
    disputes: disputes.map((dispute) => ({
      dispute: dispute.id,
      amount: decimalsOf(dispute.currency)(dispute.amount),
      currency: dispute.currency,
      outcome: dispute.returns < dispute.withdrawals ? ('withdrawn' as const) : ('returned' as const),
      created_at: dispute.createdAt.toISOString(),
      updated_at: dispute.updatedAt.toISOString(),
    })),
    events: events.map((event) => ({
      event_id: event.id,
      type: event.type,
      reason: event.reason,
      created_at: event.createdAt.toISOString(),
    })),
    payout:
      payout === undefined
        ? null
        : {
            payout_id: payout.id,
            status: payout.status,
            amount: amountOf(payout.amount),
            currency: payout.currency,
            created_at: payout.createdAt.toISOString(),
          },
  };
}

/** The browser that canceled is stored of a customer alone, also where an earlier version published no more. */
function cancelerOf({ status, endedBy }: Payment, events: PaymentParts['events']): Canceler {
  if (status !== 'cancelled') return null;
  const { cancelledBy = null } = events.find(({ type }) => type === 'payment.cancelled') ?? {};
  return cancelledBy ?? (endedBy === null ? null : 'customer');
}

const presentTransferAwaited = (transfer: PaymentTransfer): PresentedPaymentInFull['bank_transfer'] => {
  const amountOf = decimalsOf(transfer.currency);
  const arrived = arrivedOf(transfer);
  return { reference: transfer.reference, arrived: amountOf(arrived), missing: amountOf(transfer.amount - arrived) };
};

export function presentRefund(refund: Refund): PresentedPaymentInFull['refunds'][number] {
  const amountOf = decimalsOf(refund.currency);
  return {
    refund_id: refund.id,
    refund_ref: refund.refundRef,
    status: refund.status,
    amount: amountOf(refund.amount),
    currency: refund.currency,
    fee_returned: amountOf(refund.feeReturned),
    reason: refund.reason,
    failure: refund.failure,
    created_at: refund.createdAt.toISOString(),
  };
}

const presentTransfer = (transfer: TracedTransfer): PresentedPaymentInFull['transfers'][number] => ({
  ...presentTracedTransfer(transfer),
  created_at: transfer.createdAt.toISOString(),
});

export const decimalsOf = (currency: string) => (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
