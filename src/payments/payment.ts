/** A payment of interface A and its state machine (docs/contract.md, "Payment states"). */
import type { Mode } from '../money/mode.ts';

export type PaymentStatus =
  | 'created'
  | 'processing'
  | 'succeeded'
  | 'partially_refunded'
  | 'refunded'
  | 'cancelled'
  | 'expired';

export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = Object.freeze({
  created: ['processing', 'succeeded', 'cancelled', 'expired'],
  processing: ['created', 'succeeded'],
  succeeded: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  cancelled: [],
  expired: [],
});

export const paymentOrigins = (to: PaymentStatus): PaymentStatus[] =>
  (Object.keys(paymentTransitions) as PaymentStatus[]).filter((from) => paymentTransitions[from].includes(to));

export const isPaid = (status: PaymentStatus): boolean =>
  status === 'succeeded' || status === 'partially_refunded' || status === 'refunded';

/** The base address a payment was created through; its checkout page is under the same. */
export type PaymentBase = 'api' | 'sandbox';

export type PaymentMethod = 'wallet' | 'card' | 'onlinewallet';

/** The primary key of a payment: its holder and its token. */
export type PaymentKey = { holderId: bigint; id: string };

export type Payment = {
  holderId: bigint;
  /** The payment token. */
  id: string;
  mode: Mode;
  base: PaymentBase;
  status: PaymentStatus;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** Null for an order without a return address. */
  returnUrl: string | null;
  cancelUrl: string | null;
  custom: string | null;
  lastError: string | null;
  trxId: string | null;
  payerName: string | null;
  payerEmail: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  updatedAt: Date;
  /** The order it pays; then the holder is the order's company. */
  orderId: bigint | null;
  /** The service's fee taken at capture, in minor units. */
  fee: bigint;
  /** Minor units refunded, including refunds under way. */
  refundedAmount: bigint;
  /** SHA-256 of the secret of the browser that paid or cancelled it. */
  endedBy: Buffer | null;
};
