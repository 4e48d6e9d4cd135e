/**
 * The types of an order (docs/contract/partner.md, "Record an order"). The rules are in `plan-order.ts` and
 * `order-state.ts`.
 */
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
};

/** An order as requested, in internal types and units. */
export type OrderDraft = {
  partnerOrderRef: string;
  idempotencyKey: string | null;
  paymentSource: PaymentSource;
  /** Minor units, greater than 0. */
  totalAmount: bigint;
  currency: string;
  splits: Split[];
  isShadow: boolean;
  shadowMerchantRef: string | null;
  shadowMerchantName: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  /** As sent by the caller; not validated. */
  webhookUrl: string | null;
  warnings: string[];
};

export type Order = OrderDraft & {
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
  /** Minor units that refunds took from each split: `reduced` before settlement, `reversed` after. Empty means none. */
  reduced: bigint[];
  reversed: bigint[];
  /** The number of refunds not yet succeeded or failed. The order does not settle while there is one. */
  openRefunds: number;
  /** Shadow orders only, minor units by split: paid outside the service, and claimed by the link. */
  paidOutside: bigint[];
  claimed: bigint[];
  claimLinkId: bigint | null;
  /** Minor units that the customer's bank has taken back of its payment and not returned. */
  chargedBackAmount: bigint;
  /** Minor units of it that reversals have passed on to the parties. */
  reversalAmount: bigint;
  /** The service's fee for its payment, in minor units; charged when the order settles. */
  fee: bigint;
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
  reduced: [],
  reversed: [],
  openRefunds: 0,
  paidOutside: [],
  claimed: [],
  claimLinkId: null,
  chargedBackAmount: 0n,
  reversalAmount: 0n,
  fee: 0n,
  paidFromWallet: false,
} satisfies Partial<Order>;

/** The amount a split is credited at settlement: its amount less what refunds took before. Minor units. */
export const shareOf = (order: Pick<Order, 'splits' | 'reduced'>, line: number): bigint =>
  (order.splits[line]?.amount ?? 0n) - (order.reduced[line] ?? 0n);
