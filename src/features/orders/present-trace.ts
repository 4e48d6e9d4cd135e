/** Presents the money trace of an order. Minor units become decimals here only. */

import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { TracedTransfer } from '../../core/ledger/traced-transfers.repository.ts';
import type { Link } from '../links/links.repository.ts';
import { presentTracedTransfer } from '../links/traced-transfer.ts';
import type { Payment } from '../payments/payment.ts';
import { presentCapture } from '../payments/present-payment.ts';
import { type Order, shareOf, wholeShareOf } from './order.ts';
import { settlementOrigins } from './order-state.ts';
import type { listDisputesOfOrder, listEventsOfOrder } from './order-trace.repository.ts';
import type { PresentedOrderTrace, PresentedOrderTransfer } from './trace-schemas.ts';
import { unassignedSplits } from './unassigned-splits.ts';
import { type Hold, presentHold } from './who-held.repository.ts';

type Links = ReadonlyMap<bigint, Link>;
type RowOf<List extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number];

export const presentOrderTransfer = (transfer: TracedTransfer, links: Links): PresentedOrderTransfer => ({
  ...presentTracedTransfer(transfer, links),
  settlement_id: transfer.settlementId === null ? null : Number(transfer.settlementId),
  created_at: transfer.createdAt.toISOString(),
});

type Parts = {
  links: Links;
  hold: Hold | undefined;
  payments: readonly Payment[];
  disputes: readonly RowOf<typeof listDisputesOfOrder>[];
  events: readonly RowOf<typeof listEventsOfOrder>[];
};

export const presentTrace = (
  order: Order,
  { links, hold, payments, disputes, events }: Parts,
): PresentedOrderTrace => ({
  idempotency_key: order.idempotencyKey,
  return_url: order.returnUrl,
  cancel_url: order.cancelUrl,
  webhook_url: order.webhookUrl,
  hold: presentHold(hold),
  splits: presentSplits(order, links),
  payments: payments.map(presentPayment),
  disputes: disputes.map((dispute) => ({
    dispute: dispute.id,
    payment_id: dispute.paymentId,
    amount: jsonDecimal(dispute.amount, exponentOf(dispute.currency)),
    currency: dispute.currency,
    outcome: dispute.returns < dispute.withdrawals ? ('withdrawn' as const) : ('returned' as const),
    created_at: dispute.createdAt.toISOString(),
    updated_at: dispute.updatedAt.toISOString(),
  })),
  events: events.map((event) => ({
    event_id: event.id,
    type: event.type,
    payment_status: event.paymentStatus,
    settlement_status: event.settlementStatus,
    hold_reason: event.holdReason,
    reason: event.reason,
    created_at: event.createdAt.toISOString(),
  })),
});

function presentSplits(order: Order, links: Links): PresentedOrderTrace['splits'] {
  const maySettle = settlementOrigins('void').includes(order.settlementStatus);
  const types = new Map([...links].map(([id, { type }]) => [id, type]));
  const unassigned = new Set(maySettle ? unassignedSplits(order, types) : []);
  return order.splits.map((_, line) => ({ ...presentSplit(order, line, links), needs_payee: unassigned.has(line) }));
}

function presentSplit(
  order: Order,
  line: number,
  links: Links,
): Omit<PresentedOrderTrace['splits'][number], 'needs_payee'> {
  const split = order.splits[line] as Order['splits'][number];
  const amountOf = (minor: bigint) => jsonDecimal(minor, exponentOf(order.currency));
  const ownsIt = split.type === 'merchant' && order.isShadow;
  const refOf = split.ref ?? (ownsIt ? order.claimLinkId : null);
  return {
    beneficiary_type: split.type,
    beneficiary_ref: refOf === null ? null : Number(refOf),
    name: (refOf === null ? null : links.get(refOf)?.name) ?? (ownsIt ? order.shadowMerchantName : null),
    amount: amountOf(split.amount),
    captured: order.capturedAmount === null ? null : amountOf(wholeShareOf(split)),
    reduced: amountOf(split.reduced),
    reversed: amountOf(split.reversed),
    paid_outside: amountOf(split.paidOutside),
    claimed: amountOf(split.claimed),
    left: amountOf(order.settlementStatus === 'void' ? 0n : shareOf(split) - split.reversed),
  };
}

function presentPayment(payment: Payment): PresentedOrderTrace['payments'][number] {
  const amountOf = (minor: bigint) => jsonDecimal(minor, exponentOf(payment.currency));
  return {
    payment_id: payment.id,
    trx_id: payment.trxId,
    status: payment.status,
    amount: amountOf(payment.amount),
    refunded_amount: amountOf(payment.refundedAmount),
    charged_back_amount: amountOf(payment.chargedBackAmount),
    currency: payment.currency,
    created_at: payment.createdAt.toISOString(),
    paid_at: payment.paidAt?.toISOString() ?? null,
    capture: presentCapture(payment) ?? null,
  };
}
