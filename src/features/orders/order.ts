/**
 * The types of an order (docs/contract/partner.md, "Record an order"). The rules are in `plan-order.ts` and
 * `order-state.ts`.
 */
import assert from 'node:assert/strict';
import { bool, int8, jsonb, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { PaymentStatus, SettlementStatus } from './order-state.ts';

export const paymentSources = ['service', 'card', 'onlinewallet', 'cod'] as const;
export type PaymentSource = (typeof paymentSources)[number];

export const beneficiaryTypes = ['merchant', 'courier', 'partner'] as const;
export type BeneficiaryType = (typeof beneficiaryTypes)[number];

export type Split = {
  type: BeneficiaryType;
  /** The link's id; null for the partner's commission and for an unassigned split. */
  ref: bigint | null;
  /** Minor units, 0 or more. */
  amount: bigint;
  /** Of a `cod` order: who holds the customer's cash (docs/ledger.md, "Cash on delivery"). */
  collectsCash?: true | undefined;
};

/** What was taken from a split since; minor units. */
type SplitTotals = {
  /** How much less than its amount was captured for it; below 0 how much more. */
  uncaptured: bigint;
  /** By refunds before the order settled, and after. */
  reduced: bigint;
  reversed: bigint;
  /** Of shadow orders only: paid outside the service, and claimed by the link. */
  paidOutside: bigint;
  claimed: bigint;
};

export type OrderSplit = Split & SplitTotals;

/** As JSON: an amount is an integer of at most 15 digits. */
type StoredSplit = { type: BeneficiaryType; ref: number | null; amount: number; cash?: true };

/**
 * What a request says of an order, and nothing changes later, by column. A field of the request has the column's name. The
 * order's type, its insert, its row and what a re-send is compared with follow from this list.
 */
export const requestedColumns = {
  partnerOrderRef: text,
  paymentSource: oneOf(...paymentSources),
  /** Minor units, greater than 0. */
  totalAmount: int8,
  currency: text,
  splits: jsonb<StoredSplit[]>(),
  idempotencyKey: nullable(text),
  isShadow: bool,
  shadowMerchantRef: nullable(text),
  shadowMerchantName: nullable(text),
  returnUrl: nullable(text),
  cancelUrl: nullable(text),
  /** As sent by the caller; not validated. */
  webhookUrl: nullable(text),
  /** Null: its payment is captured as it is paid. */
  capture: nullable(oneOf('manual')),
};

/** An order as requested, in internal types and units. */
export type OrderDraft = Omit<RowOf<typeof requestedColumns>, 'splits'> & { splits: Split[]; warnings: string[] };

export type Order = Omit<OrderDraft, 'splits'> & {
  splits: OrderSplit[];
  holderId: bigint;
  id: bigint;
  mode: Mode;
  paymentStatus: PaymentStatus;
  settlementStatus: SettlementStatus;
  holdReason: string | null;
  settlementId: bigint | null;
  attemptId: string;
  /** Minor units refunded to the customer, pending refunds included. */
  refundedAmount: bigint;
  /** The number of refunds not yet succeeded or failed. The order does not settle while there is one. */
  openRefunds: number;
  /** Of shadow orders only: the link that claimed it. */
  claimLinkId: bigint | null;
  /** Minor units that the customer's bank has taken back of its payment and not returned. */
  chargedBackAmount: bigint;
  /** Minor units of it that reversals have passed on to the parties. */
  reversalAmount: bigint;
  /** The service's fee for its payment, in minor units; charged when the order settles. */
  fee: bigint;
  /** Of an order that the company captures: until when it can, from its authorization, and what was captured. */
  capturableUntil: Date | null;
  capturedAmount: bigint | null;
  /** Paid at the checkout from a customer's wallet: such a payment cannot be charged back. */
  paidFromWallet: boolean;
  createdAt: Date;
  updatedAt: Date;
  paidAt: Date | null;
  settledAt: Date | null;
};

/** The facts of a new order that has no payment, refunds, payments outside or claims. */
export const noRefundTotals = {
  refundedAmount: 0n,
  openRefunds: 0,
  claimLinkId: null,
  chargedBackAmount: 0n,
  reversalAmount: 0n,
  fee: 0n,
  paidFromWallet: false,
  capturableUntil: null,
  capturedAmount: null,
} satisfies Partial<Order>;

/** A split of a new order. */
export const newSplit = (split: Split): OrderSplit => ({
  ...split,
  uncaptured: 0n,
  reduced: 0n,
  reversed: 0n,
  paidOutside: 0n,
  claimed: 0n,
});

/** What the customer pays for an order, in minor units: all of it, unless less was captured. */
export const paidTotal = ({ totalAmount, capturedAmount }: Pick<Order, 'totalAmount' | 'capturedAmount'>): bigint =>
  capturedAmount ?? totalAmount;

/** The share of a split before any refund: its amount, unless another was captured. Minor units. */
export const wholeShareOf = ({ amount, uncaptured }: Pick<OrderSplit, 'amount' | 'uncaptured'>): bigint =>
  amount - uncaptured;

/** The amount a split is credited at settlement: its whole share less what refunds took before. Minor units. */
export const shareOf = (split: Pick<OrderSplit, 'amount' | 'uncaptured' | 'reduced'>): bigint =>
  wholeShareOf(split) - split.reduced;

/** An amount of one split, in minor units. `line`: the split's place in its order, from 0. */
export type SplitAmount = { line: number; amount: bigint };

/** The split at a place of an order, or of a refund of it. */
export function splitAt<Split>({ splits }: { splits: readonly Split[] }, line: number): Split {
  const split = splits[line];
  assert(split, `there is a split ${line}`);
  return split;
}

/** The splits with changes of one total added; negative ones give back. */
export function withTotals(
  splits: readonly OrderSplit[],
  total: keyof SplitTotals,
  changes: readonly SplitAmount[],
): OrderSplit[] {
  const changed = splits.map((split) => ({ ...split }));
  for (const { line, amount } of changes) splitAt({ splits: changed }, line)[total] += amount;
  return changed;
}
