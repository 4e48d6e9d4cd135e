/**
 * What a provider package implements: a way to be paid, such as a card processor (docs/write-a-provider.md, "The calls"). Calls are made
 * outside any transaction and are idempotent by our own ids. A provider must never access the database, and its results
 * (amount, currency, attempt) are checked before use.
 */
import type { Mode } from '../../base/money/mode.ts';
import type { CardBrandName } from './card-brands.ts';

/** What the customer chooses on our page. Fees, reports and the order of providers are by method. */
export const providerMethods = ['card', 'onlinewallet'] as const;
export type ProviderMethod = (typeof providerMethods)[number];

/** The default export of a package. It is imported by every command, so it must not import its library: `open` does. */
export type ProviderPackage = {
  /**
   * 2 to 30 lower-case letters and digits, beginning with a letter. It stands in the address of its webhook, in its account
   * `outside:<name>`, and in every attempt: it must never change.
   */
  name: string;
  /** As the company itself writes it. */
  title: string;
  settings: readonly ProviderSetting[];
  /** Of its own report; without it, the report is read as any bank's. */
  statement?: ProviderStatement | undefined;
  /** Connects with settings that match their patterns. Must not call the provider: it may be away while we start. */
  open(settings: ProviderSettings, context: OpenContext): Promise<OpenedProvider>;
};

/**
 * The columns of the provider's own report, a CSV, by their names as its header writes them. A file that has all of them is
 * read without a question.
 */
export type ProviderStatement = {
  date: string;
  /** What was charged or refunded, before fees: below 0 it went out. Or a column for each direction. */
  amount: string | { credit: string; debit: string };
  currency: string;
  /**
   * The text of a line, in which the id stands that it is found by: ours of the payment, attempt or refund,
   * `providerRef`, or that of the dispute.
   */
  reference: readonly string[];
  /** The report's own id of each line, by which it is known again in a later report. */
  id?: string | undefined;
  /** Of dates that don't begin with a year of four digits. */
  dateOrder?: 'DMY' | 'MDY' | 'YMD' | undefined;
  decimal?: 'point' | 'comma' | undefined;
};

/** An environment variable that the package reads. All of a package's settings are needed together. */
type ProviderSetting = {
  /** May not begin with SLUICE_. */
  name: string;
  pattern: RegExp;
  /** What its value must be, as the rest of a sentence: `the signing secret of the webhook: whsec_…`. */
  mustBe: string;
};

/** The values by the settings' names. */
export type ProviderSettings = Readonly<Record<string, string>>;

export type OpenContext = {
  /** The address of ours that takes its notices: `<PUBLIC_URL>/funding/<name>/webhook`. */
  noticeAddress: string;
};

/** Card input for a provider that takes it on our page. Must never be stored or logged. */
export type CardDetails = { number: string };

export type ChargeRequest = {
  /** The id of our attempt, used as the provider's idempotency key: up to 40 letters, digits and `_`; case counts. */
  attemptId: string;
  mode: Mode;
  method: ProviderMethod;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** Shown to the customer at the provider. */
  description: string;
  /** Where the provider returns the customer: our page of this payment. Nothing is lost if it does not. */
  returnAddress: string;
  /**
   * The latest end of the provider's session, 30 minutes after the attempt began. Where the provider's shortest is longer, use that:
   * what is paid too late is returned.
   */
  expiresAt: Date;
  /** `manual`: the customer only authorizes it, and `capture` takes the money later. Asked only of providers that have `capture`. */
  capture: 'automatic' | 'manual';
  card: CardDetails | undefined;
};

export type DeclineReason = 'declined' | 'insufficient_funds' | 'processing_error' | 'not_confirmed' | 'abandoned';

/**
 * The state of a charge at the provider. `amount` is the amount actually captured, in minor units. `pending`: the customer may
 * still pay, also after a try that failed, or the money is on its way.
 */
export type ChargeState =
  /** The customer's money is held for a manual capture. `capturableUntil`: null where the provider names no end. */
  | {
      kind: 'authorized';
      amount: bigint;
      currency: string;
      cardLastFour: string | null;
      cardBrand?: CardBrandName | null;
      payerEmail: string | null;
      capturableUntil: Date | null;
    }
  | {
      kind: 'succeeded';
      amount: bigint;
      currency: string;
      cardLastFour: string | null;
      /** Left out by a provider that doesn't say. */
      cardBrand?: CardBrandName | null;
      payerEmail: string | null;
    }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'pending' };

/** `providerRef` where a charge was found without it, so that it is known from then on. */
export type FoundCharge = ChargeState & { providerRef?: string | null };

/** `continue`: the customer has to complete the charge at `address`. */
export type BeginResult = (ChargeState | { kind: 'continue'; address: string }) & { providerRef: string | null };

/** A dispute for which the provider withdrew money. Amounts in minor units. */
export type Dispute = {
  /** The provider's id of it, unlike those of other providers: at most 100 letters, digits, `_`, `-` and `.`. */
  id: string;
  attemptId: string;
  /** Withdrawn each time, and returned each time. */
  amount: bigint;
  currency: string;
  /**
   * How often it was withdrawn so far, and how often returned: a dispute that was won may be lost again. Where only the present
   * state is known: 1 and 0 while the money is gone, 1 and 1 once it is back.
   */
  withdrawals: number;
  returns: number;
  /** The provider's own fee for the dispute, and what it has returned of it; undefined without one, or where it is not told. */
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

/** The texts of evidence, each at most 20,000 characters. */
export const evidenceTexts = [
  'explanation',
  'product_description',
  'service_date',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'shipping_address',
  'refund_policy',
  'refund_refusal',
  'access_log',
] as const;
export type EvidenceText = (typeof evidenceTexts)[number];

/** What a file of evidence shows; one file at most for each. */
export const evidencePurposes = [
  'receipt',
  'customer_communication',
  'shipping_documentation',
  'service_documentation',
  'refund_policy',
  'customer_signature',
  'duplicate_charge_documentation',
  'other',
] as const;
export type EvidencePurpose = (typeof evidencePurposes)[number];

export const evidenceFileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type EvidenceFileType = (typeof evidenceFileTypes)[number];

/** At most 5 MiB each. The name is what its sender called it: use your own. */
export type EvidenceFile = { purpose: EvidencePurpose; name: string; type: EvidenceFileType; bytes: Buffer };

/**
 * What a shop says against a dispute: at least one text or file. `submissionId` is ours, used as the provider's idempotency key: up to
 * 40 letters, digits and `_`; case counts.
 */
export type EvidenceRequest = {
  disputeId: string;
  submissionId: string;
  texts: Readonly<Partial<Record<EvidenceText, string>>>;
  files: readonly EvidenceFile[];
};

/** `refused`: finally, and nothing of it counts; the shop may send other evidence. */
export type EvidenceResult = { kind: 'submitted' } | { kind: 'refused'; reason: string };

/** A notice as it came in. Nothing about it is verified yet. */
export type ReceivedNotice = {
  body: Buffer;
  /** Undefined where it was not sent, or more than once. */
  header(name: string): string | undefined;
  /** Of the address that it was sent to; undefined likewise. */
  query(name: string): string | undefined;
};

/** `ok: false`: it isn't from the provider, or it is too old. `notices` are empty where nothing is to be done. */
export type ReadNotice = { ok: true; notices: readonly ProviderNotice[] } | { ok: false };

/** What a notice is about. It only says which object to query; no amount or state is taken from it. */
export type ProviderNotice =
  /** `providerRef` becomes the attempt's where the answer to `begin` was lost, so `confirm` must accept it; null where unknown. */
  | { kind: 'charge'; attemptId: string; providerRef: string | null }
  | { kind: 'refund'; refundId: string }
  /** An unspecified refund of this attempt's payment. */
  | { kind: 'refunds'; attemptId: string }
  /** Disputes that `findDisputes` finds by this reference; `attemptId` where the notice names it. */
  | { kind: 'disputes'; reference: string; attemptId?: string };

/** Of an attempt: our id of it, and the provider's of the charge, null while we have none. */
export type ChargeKey = { attemptId: string; providerRef: string | null };

/**
 * `amount` in minor units, at most what was authorized; `captureId` is our id, used as the provider's idempotency key: up to 64
 * letters, digits, `_` and `.`. A charge is captured once.
 */
export type CaptureRequest = ChargeKey & { captureId: string; amount: bigint; currency: string };

/**
 * `amount` in minor units; `refundId` is our id, used as the provider's idempotency key: up to 64 letters, digits, `_` and `.`;
 * case counts.
 */
export type RefundRequest = ChargeKey & { refundId: string; amount: bigint; currency: string };

export type RefundResult = { kind: 'succeeded' } | { kind: 'pending' } | { kind: 'failed'; reason: string };

/**
 * What an amount breaks: the least or the most there is, or what it must be a multiple of, in minor units; or that its
 * currency is not taken at all.
 */
export type AmountLimit = { kind: 'min' | 'max' | 'step'; amount: bigint } | { kind: 'currency' };

/** Each returns what an amount of minor units breaks; undefined when it can be charged or refunded. Pure. */
export type AmountLimits = {
  charge(method: ProviderMethod, amount: bigint, currency: string): AmountLimit | undefined;
  /** Of a part of a payment: all that is left of it is always refunded, and never asked about here. */
  refund(amount: bigint, currency: string): AmountLimit | undefined;
};

/**
 * `npm run conformance` shows whether these rules are kept. No answer or error may hold a secret.
 * @throws Error when the provider is unreachable: the outcome is then unknown and is queried again later.
 */
export type OpenedProvider = {
  methods: readonly ProviderMethod[];
  /** Undefined when every amount can be charged and refunded. */
  limits?: AmountLimits | undefined;
  /**
   * Of a provider that takes cards on our page: whether a card number can be charged at all. An unknown test number is an
   * input error, not an attempt.
   */
  acceptsCard?(number: string): boolean;
  /** Idempotent by the attempt, also at the same time and after a lost answer. Declines what `limits` refuses. */
  begin(request: ChargeRequest): Promise<BeginResult>;
  /**
   * Queries the state of a charge. One unknown to the provider counts as declined (`abandoned`); one of another attempt is an
   * error. A charge that was declined or closed has succeeded all the same if its money comes in.
   */
  confirm(charge: ChargeKey): Promise<FoundCharge>;
  /**
   * The methods by which a charge can be authorized first and captured later; each by default, if there is `capture`. Without
   * either no payment with manual capture is charged here.
   */
  captureMethods?: readonly ProviderMethod[] | undefined;
  /**
   * Captures an authorized charge, in full or in part, and releases the rest. Idempotent by the charge: once it is captured, its
   * state is answered with what was captured then. `declined` when the authorization is voided or over, and `authorized` when this
   * amount is refused and the charge can still be captured.
   */
  capture?(capture: CaptureRequest): Promise<FoundCharge>;
  /**
   * Closes an unfinished charge so that it can no longer succeed, and voids an authorized one. @returns its state now, `pending` or
   * `authorized` if it can't be closed.
   */
  close(charge: ChargeKey): Promise<FoundCharge>;
  /**
   * Idempotent by the refund, whatever has become of it: one that has failed, also late, is not made again. `failed` for a part
   * that `limits.refund` refuses; all that is left of a charge is always returned. Refused for a passing reason, such as a balance
   * that is too low: an error.
   */
  refund(refund: RefundRequest): Promise<RefundResult>;
  /** The result of a refund made earlier, without making one; undefined when the provider knows none. */
  findRefund?(refund: RefundRequest): Promise<RefundResult | undefined>;
  /**
   * Finds disputes by what a notice named, or by the id of one. Without those that withdrew no money or are not about our
   * attempts: `[]` if there are no others.
   */
  findDisputes?(reference: string): Promise<readonly Dispute[]>;
  /**
   * Submits evidence against a dispute, once and for good. Idempotent by the submission, also after a lost answer. `refused` once the
   * dispute takes none any more. Left out where the provider takes none by API: the operator then hands it over.
   */
  submitEvidence?(evidence: EvidenceRequest): Promise<EvidenceResult>;
  /** Of all files of one dispute together, where `submitEvidence` takes less than 20 MiB: more can't be put together or submitted. */
  evidenceFilesBytesMax?: number | undefined;
  /** Verifies a notice and reads what it is about. Must not call the provider, nor throw at what makes no sense. */
  readNotice?(received: ReceivedNotice): Promise<ReadNotice>;
};

/** A provider in use. */
export type Provider = OpenedProvider & Pick<ProviderPackage, 'name' | 'title' | 'statement'>;
