/**
 * What an order is (docs/contract.md, "Record an order"). Types only: the rules stand in `plan-order.ts` and
 * `order-state.ts`.
 */
import type { Mode } from '../money/mode.ts';
import type { PaymentStatus, SettlementStatus } from './order-state.ts';

export const paymentSources = ['service', 'card', 'onlinewallet', 'cod'] as const;
export type PaymentSource = (typeof paymentSources)[number];

export const beneficiaryTypes = ['merchant', 'courier', 'partner'] as const;
export type BeneficiaryType = (typeof beneficiaryTypes)[number];

export type Split = {
  type: BeneficiaryType;
  /** The link's id, or null: the partner's own commission, or not assigned yet. */
  ref: bigint | null;
  /** Minor units, 0 or more. */
  amount: bigint;
};

/** What a request asks to record, in our own terms. */
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
  /** Minor units given back to the customer, or on their way back. */
  refundedAmount: bigint;
  /** Minor units taken from each split by refunds: before settlement, and after. Empty: nothing. */
  reduced: bigint[];
  reversed: bigint[];
  /** Refunds that have not ended. While there is one, the order does not settle. */
  openRefunds: number;
  /** Of a shadow order, by split: what was paid outside the service, and what was claimed to the link. */
  paidOutside: bigint[];
  claimed: bigint[];
  claimLinkId: bigint | null;
  createdAt: Date;
  updatedAt: Date;
  paidAt: Date | null;
  settledAt: Date | null;
};

/** What a new order has had taken, paid outside and claimed. */
export const nothingTaken = {
  refundedAmount: 0n,
  reduced: [],
  reversed: [],
  openRefunds: 0,
  paidOutside: [],
  claimed: [],
  claimLinkId: null,
} satisfies Partial<Order>;

/** What a split asks of its settlement: its amount less what refunds have taken before. Minor units. */
export const shareOf = (order: Pick<Order, 'splits' | 'reduced'>, line: number): bigint =>
  (order.splits[line]?.amount ?? 0n) - (order.reduced[line] ?? 0n);
