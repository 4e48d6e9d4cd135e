/** A payment of interface A and its state machine (docs/contract/merchant.md, "Payment states"). */
import { greatest } from '../../base/money/compare.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { FeeMethod, KeptRules } from './fees/fee-rule.ts';

export type PaymentStatus =
  | 'created'
  | 'processing'
  | 'authorized'
  | 'succeeded'
  | 'partially_refunded'
  | 'refunded'
  | 'cancelled'
  | 'expired';

export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = Object.freeze({
  created: ['processing', 'authorized', 'succeeded', 'cancelled', 'expired'],
  processing: ['created', 'authorized', 'succeeded'],
  authorized: ['succeeded', 'cancelled', 'expired'],
  succeeded: ['partially_refunded', 'refunded'],
  // A refund that fails after it succeeded leads back.
  partially_refunded: ['refunded', 'succeeded'],
  refunded: ['partially_refunded', 'succeeded'],
  cancelled: [],
  expired: [],
});

export const paymentOrigins = (to: PaymentStatus): PaymentStatus[] =>
  (Object.keys(paymentTransitions) as PaymentStatus[]).filter((from) => paymentTransitions[from].includes(to));

/** A payment with these states can still be paid. */
export const payableStatuses: readonly PaymentStatus[] = Object.freeze(['created', 'processing']);

export const isPaid = (status: PaymentStatus): boolean =>
  status === 'succeeded' || status === 'partially_refunded' || status === 'refunded';

/** Where a payment can be canceled: at the checkout, by the shop's key, by its people, or by the service itself. */
export const cancelers = ['customer', 'api', 'dashboard', 'service'] as const;

export const cancelerOf = ({ kind }: Actor): (typeof cancelers)[number] => {
  if (kind === 'payer') return 'customer';
  if (kind === 'key') return 'api';
  return kind === 'person' ? 'dashboard' : 'service';
};

/** The base address a payment was created through; its checkout page is under the same. */
export type PaymentBase = 'api' | 'sandbox';

export type PaymentMethod = FeeMethod;

/** As the provider of an attempt: a bank transfer that a statement showed. A method of its own. */
export const bankProvider = 'bank';

/** The primary key of a payment: its holder and its token. */
export type PaymentKey = { holderId: bigint; id: string };

export type Payment = {
  holderId: bigint;
  /** The payment token. */
  id: string;
  mode: Mode;
  base: PaymentBase;
  status: PaymentStatus;
  /** What the customer is asked for, in minor units; `paidAmount` is what came in. */
  amount: bigint;
  currency: string;
  /** Null for an order without a return address. */
  returnUrl: string | null;
  cancelUrl: string | null;
  custom: string | null;
  /** What it is for, as the customer reads it; null unless the shop says so. */
  description: string | null;
  lastError: string | null;
  trxId: string | null;
  payerName: string | null;
  payerEmail: string | null;
  /** What the shop says of its customer, filled in at the checkout and in no event; null once it can't be paid any more. */
  knownName: string | null;
  knownEmail: string | null;
  createdAt: Date;
  /** While no bank transfer is waited for: see `endOf`. */
  expiresAt: Date;
  /** Until when a bank transfer is waited for; null where none was chosen. */
  transferUntil: Date | null;
  paidAt: Date | null;
  updatedAt: Date;
  /** The order it pays; then the holder is the order's company. */
  orderId: bigint | null;
  /** The fee rules that it keeps from its creation, by `feeMethods`; null without any. */
  feeRules: KeptRules | null;
  /** The service's fee taken at capture, in minor units, and the values of the rule that it was charged by. */
  fee: bigint;
  feeBasisPoints: number;
  feeFixed: bigint;
  /** Minor units refunded, including refunds under way. */
  refundedAmount: bigint;
  /** Minor units that the customer's bank has taken back and not returned. */
  chargedBackAmount: bigint;
  /** SHA-256 of the secret of the browser that paid or canceled it. */
  endedBy: Buffer | null;
  /** Whether the customer only authorizes it, and the shop captures it later. */
  manualCapture: boolean;
  /** From its authorization. */
  capturableUntil: Date | null;
  /** What the provider is to capture, in minor units, from before it is asked; and of an order's payment the shares of its splits. */
  captureAmount: bigint | null;
  captureShares: bigint[] | null;
  /** Null for a payment that is captured as it is paid. */
  capturedAmount: bigint | null;
};

/** What came in of a paid payment, in minor units: all of it, unless less was captured. */
export const paidAmount = ({ amount, capturedAmount }: Pick<Payment, 'amount' | 'capturedAmount'>): bigint =>
  capturedAmount ?? amount;

/** When it expires: a bank transfer is waited for longer than the page lives. */
export const endOf = ({ expiresAt, transferUntil }: Pick<Payment, 'expiresAt' | 'transferUntil'>): Date =>
  transferUntil !== null && transferUntil > expiresAt ? transferUntil : expiresAt;

/** What a refund can still return, in minor units. A chargeback has returned its part already. */
export function refundableAmount(
  payment: Pick<Payment, 'amount' | 'capturedAmount' | 'refundedAmount' | 'chargedBackAmount'>,
): bigint {
  return greatest(paidAmount(payment) - payment.refundedAmount - payment.chargedBackAmount, 0n);
}

/**
 * What a dispute counts against its payment, in minor units: in another currency than the payment's, all of it.
 */
export const chargedBackBy = (
  payment: Pick<Payment, 'amount' | 'capturedAmount' | 'currency'>,
  dispute: { amount: bigint; currency: string },
): bigint => (dispute.currency === payment.currency ? dispute.amount : paidAmount(payment));
