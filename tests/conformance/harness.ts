/**
 * What the conformance suite needs of a provider under test: the provider itself, and everybody on its other side, such as its
 * customers, their banks, and whoever sends its notices. Behind it stands a stand-in of the provider's API, or its sandbox.
 * What a provider does not do is left out, and the cases that need it are reported as not offered.
 */
import type { Database } from '../../src/base/database/pool.ts';
import type {
  CardDetails,
  ChargeKey,
  Dispute,
  DisputeFee,
  EvidenceFile,
  EvidenceRequest,
  ProviderMethod,
} from '../../src/features/providers/provider.ts';
import type { ConfiguredProvider } from '../../src/features/providers/registry.ts';
import type { Simulator } from '../../src/features/providers/simulator/simulator.ts';
import type { TestClock } from '../support/test-clock.ts';

/** The default export of `<package>/conformance`. */
export type CreateHarness = () => Promise<Harness>;

export type Harness = {
  /**
   * The package and its settings, which the service opens: put the stand-in's address into the package's `open`. The
   * settings' values are secrets that no error may hold. `simulator` is the provider of test mode, which every service has.
   */
  provider: ConfiguredProvider | 'simulator';
  /** Called once, before everything else, with the service that runs the provider. */
  attach?(service: ServiceUnderTest): void;
  /** What the customer chooses and enters on our page, so that this part of the harness can be shown. By default: nothing but a method of the provider's. */
  asked?(part: Part): Asked;
  /** One for each number of decimals there is. By default EUR, JPY and KWD, as far as `limits` takes them. */
  currencies?: readonly string[];

  customer: Customer;
  captures?: Captures;
  refunds?: Refunds;
  disputes?: Disputes;
  notices?: Notices;
  outages?: Outages;

  /**
   * Of a provider that sends its notices by itself, to the service that it was attached to: sends those that are due. The others'
   * are sent by the suite (`notices`).
   */
  sendNotices?(): Maybe<void>;
  /** How many charges the provider has begun for an attempt: never more than one. */
  countCharges?(attemptId: string): Maybe<number>;
  close(): Maybe<void>;
};

type Maybe<T> = T | Promise<T>;

export type ServiceUnderTest = { db: Database; clock: TestClock; simulator: Simulator };

export type Asked = { method?: ProviderMethod; card?: CardDetails };

/** Minor units. */
export type Money = { amount: bigint; currency: string };

/**
 * A charge that was begun, and what was asked for. `providerRef` and `address` (where the customer was sent) are null where the
 * answer was lost: the provider's side then finds it by our attempt.
 */
export type BegunCharge = ChargeKey & Money & { address: string | null };

/** What the customer does where the provider has sent them. */
export type Customer = {
  /**
   * Pays in full, also after we closed the charge if `paysLate`; one with capture manual is only authorized by that. Left out only if
   * `begin` alone decides.
   */
  pays?(charge: BegunCharge): Maybe<void>;
  /** The money comes in although the charge was closed or expired: banks do that. */
  paysLate?(charge: BegunCharge): Maybe<void>;
  /** Another amount or currency comes in than was asked for. */
  paysOther?(charge: BegunCharge, money: Money): Maybe<void>;
  /** The charge ends as `declined`, with any reason. */
  isDeclined?(charge: BegunCharge): Maybe<void>;
  /** The provider's own time for the charge is over and nothing was paid: `abandoned`. */
  leaves?(charge: BegunCharge): Maybe<void>;
  /** Completes the strong authentication of the customer's bank (3-D Secure), where that is a step of its own, and has paid. */
  confirms?(charge: BegunCharge): Maybe<void>;
  /** Fails it: `declined`. */
  failsToConfirm?(charge: BegunCharge): Maybe<void>;
  /** Has paid with money that is on its way: `pending`, until `arrives` or `failsToArrive`. */
  paysSlowly?(charge: BegunCharge): Maybe<void>;
  arrives?(charge: BegunCharge): Maybe<void>;
  failsToArrive?(charge: BegunCharge): Maybe<void>;
  /** `true`: with what is `asked` for this part, `begin` answers `succeeded`. */
  paysAtOnce?: true;
  /** `true`: likewise `declined`. */
  isDeclinedAtOnce?: true;
};

/** Charges that were begun with capture manual, and authorized. */
export type Captures = {
  /** How often money of it was captured, and how much in minor units. */
  of?(charge: BegunCharge): Maybe<{ count: number; amount: bigint }>;
  /** The provider's own time for it is over without a capture, and the money is released. */
  expires?(charge: BegunCharge): Maybe<void>;
};

/** What the provider has recorded of a refund. `failed`: it moved nothing, or its money came back. */
export type RecordedRefund = Money & { failed: boolean };

/** What becomes of refunds. Without anything else they succeed at once, or are pending and succeed by `ends`. */
export type Refunds = {
  /** All that were made of a charge. Left out: whether one is made twice can't be seen. */
  of?(charge: BegunCharge): Maybe<readonly RecordedRefund[]>;
  /** From now on those of this charge are `pending` at first. */
  arePending?(charge: BegunCharge): Maybe<void>;
  /** What becomes of one that is pending. */
  ends?(charge: BegunCharge, refundId: string, how: 'succeeded' | 'failed'): Maybe<void>;
  /** `false`: one that is pending always succeeds. */
  pendingFails?: false;
  /** From now on those of this charge are finally refused: `failed`, without anything having moved. */
  areRefused?(charge: BegunCharge): Maybe<void>;
  /** One that had succeeded fails after all. */
  failsLate?(charge: BegunCharge, refundId: string): Maybe<void>;
};

/** `reference`: what `findDisputes` takes, as a notice names it. `id`: of the dispute. */
export type OpenedDispute = Pick<Dispute, 'id'> & { reference: string };

export type TakenEvidence = Pick<EvidenceRequest, 'texts'> & {
  files: readonly Pick<EvidenceFile, 'purpose' | 'type' | 'bytes'>[];
};

/** The customer's bank asks for money back. The charge was paid before. */
export type Disputes = {
  /** One of the whole charge, or of `amount`, whose money is withdrawn. */
  opens(charge: BegunCharge, amount?: bigint): Maybe<OpenedDispute>;
  /** `false`: always the whole charge. */
  ofParts?: false;
  /** What `opens` costs, until anything of it is returned. */
  fee?: Omit<DisputeFee, 'returned'>;
  /** One that withdraws nothing: the bank only asks. */
  inquires?(charge: BegunCharge): Maybe<OpenedDispute>;
  /** It is won, and its money returned. */
  isWon?(dispute: OpenedDispute): Maybe<void>;
  /** It was won, and its money is withdrawn again, by the same dispute. */
  isLostAgain?(dispute: OpenedDispute): Maybe<void>;
  /** What the provider has taken against it: never more than one submission. Left out: what arrived can't be seen. */
  evidence?(dispute: OpenedDispute): Maybe<readonly TakenEvidence[]>;
};

export type SentNotice = {
  /** Byte for byte. */
  body: string | Buffer;
  headers: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
};

export type Subject =
  | { kind: 'charge'; charge: BegunCharge }
  | { kind: 'refund'; charge: BegunCharge; refundId: string }
  | { kind: 'dispute'; charge: BegunCharge; dispute: OpenedDispute };

/** Genuine notices, as the provider would send them now. Nothing is sent by itself: the suite sends them. */
export type Notices = {
  /** Undefined where the provider sends none about that. */
  about(subject: Subject): Maybe<SentNotice | undefined>;
  /**
   * What proves a notice genuine: a signature over its body, or a secret in a header or in the address alone. The latter can't show
   * a changed body, which is then harmless, because nothing of it is believed.
   */
  provenBy: 'signature' | 'secret';
  /** Signed correctly, but so long ago that it is refused. */
  tooOld?(subject: Subject): Maybe<SentNotice>;
  /** Signed with another secret, or with another secret in it. */
  bySomebodyElse?(subject: Subject): Maybe<SentNotice>;
  /** Of a kind, or about something, that is nothing to us. */
  aboutNothing?(): Maybe<SentNotice>;
  /** Genuine by its signature, but its body says that this charge was paid, which it was not. */
  claimingPaid?(charge: BegunCharge): Maybe<SentNotice>;
};

export type OutageCall =
  | 'begin'
  | 'confirm'
  | 'close'
  | 'capture'
  | 'refund'
  | 'findRefund'
  | 'findDisputes'
  | 'submitEvidence';

export type Outage = {
  /** The calls that it can hit; all of them by default. Of one that what is `asked` for brings about, those charges alone. */
  calls?: readonly OutageCall[];
  starts(): Maybe<void>;
  ends(): Maybe<void>;
};

/** The provider's API fails, for every charge, until it ends. The customer's side goes on meanwhile. */
export type Outages = {
  /** Nobody answers, and nothing happens there. */
  unreachable?: Outage;
  /** It answers 500, or whatever it answers when it is broken, and nothing happens there. */
  broken?: Outage;
  /** Calls that change something do so, but the answer is lost. Those that only read go through. */
  answerLost?: Outage;
};

type Within<Group extends string, T> = `${Group}.${Exclude<keyof T, 'provenBy' | 'ofParts' | 'pendingFails'> & string}`;

/** What a case may need: a group, or one thing in it. */
export type Part =
  | 'countCharges'
  | 'captures'
  | 'refunds'
  | 'disputes'
  | 'notices'
  | Within<'customer', Customer>
  | Within<'captures', Captures>
  | Within<'refunds', Refunds>
  | Within<'disputes', Disputes>
  | Within<'notices', Notices>
  | Within<'outages', Outages>;

export function isOffered(harness: Harness, part: Part): boolean {
  const path = part.split('.');
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], harness) !== undefined;
}
