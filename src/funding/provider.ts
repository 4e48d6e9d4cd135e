/**
 * Where money comes from, as one small interface. A provider is asked outside any transaction and keyed by our own ids,
 * so that asking again changes nothing. It never sees our database, and its word is checked before it counts:
 * amount, currency and which attempt it speaks of.
 */
import type { Mode } from '../money/mode.ts';

export type ProviderName = 'simulator' | 'stripe';

export type ProviderMethod = 'card' | 'onlinewallet';

/** What the customer typed, for a provider that takes it here. Never stored, never logged. */
export type CardDetails = { number: string };

export type ChargeRequest = {
  /** Our attempt: the provider's idempotency key. */
  attemptId: string;
  mode: Mode;
  method: ProviderMethod;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** What the customer reads at the provider. */
  description: string;
  /** Where the provider sends the customer back to: our own page of this payment. */
  returnAddress: string;
  /** When the provider's session must have ended. */
  expiresAt: Date;
  card: CardDetails | undefined;
};

export type DeclineReason = 'declined' | 'insufficient_funds' | 'processing_error' | 'not_confirmed' | 'abandoned';

/** What a provider knows of a charge. `amount` in minor units: what was really taken. */
export type ChargeState =
  | { kind: 'succeeded'; amount: bigint; currency: string; cardLastFour: string | null; payerEmail: string | null }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'pending' };

/** `continue`: the customer finishes at `address`. */
export type BeginResult = (ChargeState | { kind: 'continue'; address: string }) & { providerRef: string | null };

/** Money that a provider has taken back for the customer's bank. `amount` in minor units; `won`: given back since. */
export type Dispute = { id: string; attemptId: string; amount: bigint; currency: string; won?: boolean };

/** What a provider's own call to us is about. It only says where to look: no money fact is read from it. */
export type ProviderNotice = { provider: ProviderName } & (
  | { kind: 'charge'; attemptId: string; providerRef: string }
  | { kind: 'refund'; refundId: string }
  /** Some refund of this attempt's payment. */
  | { kind: 'refunds'; attemptId: string }
  | { kind: 'dispute'; disputeId: string }
);

export type RefundResult = { kind: 'succeeded' } | { kind: 'pending' } | { kind: 'failed'; reason: string };

/** @throws Error when the provider can't be reached: nothing is known then, and it is asked again later. */
export type Provider = {
  name: ProviderName;
  methods: readonly ProviderMethod[];
  /** Whether a card number of this text can be charged at all: an unknown test number is a typing mistake, not an attempt. */
  acceptsCard?(number: string): boolean;
  begin(request: ChargeRequest): Promise<BeginResult>;
  /** Asks what became of a charge. One it never heard of is declined as abandoned. */
  confirm(charge: { attemptId: string; providerRef: string | null }): Promise<ChargeState>;
  /** Ends an unfinished charge, so that it can't succeed any more. @returns what it is now. */
  close(charge: { attemptId: string; providerRef: string | null }): Promise<ChargeState>;
  refund(refund: {
    refundId: string;
    attemptId: string;
    providerRef: string | null;
    amount: bigint;
    currency: string;
  }): Promise<RefundResult>;
  /** A dispute by the provider's id; undefined for one that took no money, or none of ours. */
  findDispute?(id: string): Promise<Dispute | undefined>;
};

/** The provider of a mode, or undefined where none is configured: then only the wallet is offered. */
export type Providers = { find(mode: Mode): Provider | undefined; named(name: ProviderName): Provider | undefined };

export function createProviders(options: { test: Provider; live: Provider | undefined }): Providers {
  const all = [options.test, options.live].filter((provider) => provider !== undefined);
  return {
    find: (mode) => (mode === 'test' ? options.test : options.live),
    named: (name) => all.find((provider) => provider.name === name),
  };
}
