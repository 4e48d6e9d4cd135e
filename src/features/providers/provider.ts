/**
 * The interface of payment providers. Calls are made outside any transaction and are idempotent by our own ids. A
 * provider must never access the database, and its results (amount, currency, attempt) are checked before use.
 */
import type { Mode } from '../../base/money/mode.ts';

/** As `payment_attempts.provider` stores them, and as the addresses of their webhooks contain them. */
export const providerNames = ['simulator', 'stripe'] as const;
export type ProviderName = (typeof providerNames)[number];

export type ProviderMethod = 'card' | 'onlinewallet';

/** Card input for a provider that takes it on our page. Must never be stored or logged. */
export type CardDetails = { number: string };

export type ChargeRequest = {
  /** The id of our attempt, used as the provider's idempotency key. */
  attemptId: string;
  mode: Mode;
  method: ProviderMethod;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** Shown to the customer at the provider. */
  description: string;
  /** Where the provider returns the customer: our page of this payment. */
  returnAddress: string;
  /** The latest end of the provider's session. */
  expiresAt: Date;
  card: CardDetails | undefined;
};

export type DeclineReason = 'declined' | 'insufficient_funds' | 'processing_error' | 'not_confirmed' | 'abandoned';

/** The state of a charge at the provider. `amount` is the amount actually captured, in minor units. */
export type ChargeState =
  | { kind: 'succeeded'; amount: bigint; currency: string; cardLastFour: string | null; payerEmail: string | null }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'pending' };

/** `continue`: the customer has to complete the charge at `address`. */
export type BeginResult = (ChargeState | { kind: 'continue'; address: string }) & { providerRef: string | null };

/** A dispute for which the provider withdrew money. Amounts in minor units. */
export type Dispute = {
  id: string;
  attemptId: string;
  /** Withdrawn each time, and returned each time. */
  amount: bigint;
  currency: string;
  /** How often it was withdrawn so far, and how often returned: a dispute that was won may be lost again. */
  withdrawals: number;
  returns: number;
  /** The provider's own fee for the dispute, and what it has returned of it; undefined without one. */
  fee: DisputeFee | undefined;
  /** Only if the provider reports it. */
  standing?: DisputeStanding;
};

export const disputeStatuses = ['needs_response', 'under_review', 'won', 'lost'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** What a provider says of a dispute beside the money: `won` and `lost` are final unless money moves again. */
export type DisputeStanding = {
  status: DisputeStatus;
  /** The provider's word, such as `fraudulent`. */
  reason: string | null;
  /** Until when evidence is taken; null when none is, or when the provider names no day. */
  evidenceDueAt: Date | null;
};

export type DisputeFee = { currency: string; charged: bigint; returned: bigint };

/** The subject of a provider's webhook. It only says which object to query; no amount or state is taken from it. */
export type ProviderNotice = { provider: ProviderName } & (
  | { kind: 'charge'; attemptId: string; providerRef: string }
  | { kind: 'refund'; refundId: string }
  /** An unspecified refund of this attempt's payment. */
  | { kind: 'refunds'; attemptId: string }
  | { kind: 'dispute'; disputeId: string }
);

/** `amount` in minor units; `refundId` is our id, used as the provider's idempotency key. */
type RefundRequest = {
  refundId: string;
  attemptId: string;
  providerRef: string | null;
  amount: bigint;
  currency: string;
};

export type RefundResult = { kind: 'succeeded' } | { kind: 'pending' } | { kind: 'failed'; reason: string };

/** What an amount breaks, in minor units: the least or the most there is, or what it must be a multiple of. */
export type AmountLimit = { kind: 'min' | 'max' | 'step'; amount: bigint };

/** Each returns what an amount of minor units breaks; undefined when it can be charged or refunded. Pure. */
export type AmountLimits = {
  charge(amount: bigint, currency: string): AmountLimit | undefined;
  refund(amount: bigint, currency: string): AmountLimit | undefined;
};

/** @throws Error when the provider is unreachable: the outcome is then unknown and is queried again later. */
export type Provider = {
  name: ProviderName;
  methods: readonly ProviderMethod[];
  /** Undefined when every amount can be charged and refunded. */
  limits?: AmountLimits | undefined;
  /** Whether a card number can be charged at all. An unknown test number is an input error, not an attempt. */
  acceptsCard?(number: string): boolean;
  begin(request: ChargeRequest): Promise<BeginResult>;
  /** Queries the state of a charge. One unknown to the provider counts as declined (`abandoned`). */
  confirm(charge: { attemptId: string; providerRef: string | null }): Promise<ChargeState>;
  /** Closes an unfinished charge so that it can no longer succeed. @returns its state now. */
  close(charge: { attemptId: string; providerRef: string | null }): Promise<ChargeState>;
  refund(refund: RefundRequest): Promise<RefundResult>;
  /** The result of a refund made earlier, without making one; undefined when the provider knows none. */
  findRefund?(refund: RefundRequest): Promise<RefundResult | undefined>;
  /** Finds a dispute by the provider's id; undefined when it withdrew no money or is not about one of our attempts. */
  findDispute?(id: string): Promise<Dispute | undefined>;
};

/** `find` returns undefined when a mode has no provider: the checkout then offers only the wallet. */
export type Providers = { find(mode: Mode): Provider | undefined; named(name: ProviderName): Provider | undefined };

export function createProviders(options: { test: Provider; live: Provider | undefined }): Providers {
  const all = [options.test, options.live].filter((provider) => provider !== undefined);
  return {
    find: (mode) => (mode === 'test' ? options.test : options.live),
    named: (name) => all.find((provider) => provider.name === name),
  };
}
