/** What an order is (specification 2.4, 2.5). Types only: the rules stand in `plan-order.ts` and `order-state.ts`. */
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
  createdAt: Date;
  updatedAt: Date;
  paidAt: Date | null;
  settledAt: Date | null;
};

export const orderSubject = (id: bigint): string => `order:${id}`;
