/**
 * A payment provider in memory, whose own records no death of the service undoes. A history draws how it behaves in a step:
 * whether it hears, answers and closes, and what becomes of its charges. It notes every question and its answer.
 */
import { AppError } from '../../src/base/errors/app-error.ts';
import type {
  BeginResult,
  CaptureRequest,
  ChargeKey,
  ChargeState,
  Dispute,
  EvidenceRequest,
  EvidenceResult,
  FoundCharge,
  Provider,
  ProviderMethod,
  RefundRequest,
  RefundResult,
} from '../../src/features/providers/provider.ts';

export type Mood = {
  /** Of a charge that reaches it. One with a page of its own sends the customer there instead of the first two. */
  begins: 'takes' | 'waits' | 'declines';
  answers: boolean;
  hears: boolean;
  closes: 'yes' | 'no answer' | 'not yet';
  confirms: boolean;
  /** Of a charge that it holds: all that is asked, less, an amount that it refuses, or a charge that is over. */
  captures: 'yes' | 'less' | 'refuses' | 'over' | 'answer lost' | 'no answer';
  /** Until when it holds a charge; null: it names no end. */
  holdsUntil: Date | null;
  /** Of evidence against a dispute; whether its answer arrives. */
  evidence: 'takes' | 'refuses' | 'answer lost' | 'no answer';
  /** To the next request of a refund; undefined: no answer. */
  refunds: RefundResult | undefined;
};

/** A question and what it answered, `null` when it did not. */
export type Call = {
  provider: string;
  call: 'begin' | 'capture' | 'close' | 'confirm' | 'refund';
  attemptId: string;
  said: ChargeState | { kind: 'continue' } | RefundResult | null;
};

type Money = { amount: bigint; currency: string };
/** `heldUntil`: what its provider says of a charge that it holds. */
type Charge = Money & {
  state: 'open' | 'held' | 'ended';
  isManual: boolean;
  heldUntil: Date | null;
  captured: Money | null;
};

export type AcquirerTerms = {
  name: string;
  methods: readonly ProviderMethod[];
  /** The largest amount that it charges, in minor units of any currency. */
  chargeMax: bigint | null;
  /** It takes payments on a page of its own, and finds charges by its own reference only. */
  hasPage: boolean;
  /** It takes evidence against disputes by API. */
  takesEvidence: boolean;
};

export type Acquirer = ReturnType<typeof createAcquirer>;

export const calm: Mood = {
  begins: 'takes',
  answers: true,
  hears: true,
  closes: 'yes',
  confirms: true,
  captures: 'yes',
  holdsUntil: null,
  evidence: 'takes',
  refunds: { kind: 'pending' },
};

/** What one that is away answers with: the same error every time, so that it can be told from others. */
export const away = new AppError('unavailable');

export const referenceOf = (attemptId: string): string => `ch-${attemptId}`;

const abandoned = { kind: 'declined', reason: 'abandoned' } as const;

/** @param calls where it notes them. */
export function createAcquirer({ name, methods, chargeMax, hasPage, takesEvidence }: AcquirerTerms, calls: Call[]) {
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Money & { result: RefundResult }>();
  const disputes = new Map<string, Dispute>();
  /** By dispute: each submission with its answer, once and for good. */
  const evidence = new Map<string, Map<string, EvidenceResult>>();
  let mood = calm;

  function note<Said extends Call['said']>(call: Call['call'], attemptId: string, said: Said): NonNullable<Said> {
    calls.push({ provider: name, call, attemptId, said });
    if (said === null) throw away;
    return said as NonNullable<Said>;
  }

  /** A request that names a charge of nobody, or of another, is a fault of the service. */
  function known({ attemptId, providerRef }: ChargeKey): Charge | undefined {
    if (providerRef !== null && providerRef !== referenceOf(attemptId)) throw new Error(`${providerRef} is another's`);
    if (providerRef === null && hasPage) return undefined;
    const charge = charges.get(attemptId);
    if (charge === undefined && providerRef !== null) throw new Error(`${name} never had ${attemptId}`);
    return charge;
  }

  function stateOf(charge: Charge | undefined): ChargeState {
    if (charge === undefined) return abandoned;
    const { amount, currency, captured, heldUntil, state } = charge;
    const payer = { cardLastFour: '4242', payerEmail: null };
    if (captured !== null) return { kind: 'succeeded', ...captured, ...payer };
    if (state === 'held') return { kind: 'authorized', amount, currency, ...payer, capturableUntil: heldUntil };
    return state === 'open' ? { kind: 'pending' } : abandoned;
  }

  function close(key: ChargeKey): ChargeState | null {
    if (mood.closes !== 'yes') return mood.closes === 'no answer' ? null : { kind: 'pending' };
    const charge = known(key);
    if (charge !== undefined) charge.state = 'ended';
    return stateOf(charge);
  }

  function capture({ captureId: _, amount, currency, ...key }: CaptureRequest): ChargeState | null {
    const charge = known(key);
    const { captures } = mood;
    if (captures === 'no answer') return null;
    if (charge?.state === 'held' && charge.captured === null && captures !== 'refuses') {
      if (captures === 'over') charge.state = 'ended';
      else charge.captured = { amount: captures === 'less' ? 1n + amount / 2n : amount, currency };
    }
    return captures === 'answer lost' ? null : stateOf(charge);
  }

  function hear(
    attemptId: string,
    { amount, currency, isManual }: Money & { isManual: boolean },
  ): ChargeState | { kind: 'continue'; address: string } {
    const before = charges.get(attemptId);
    if (before !== undefined) return stateOf(before);
    const { begins } = mood;
    const takes = begins === 'takes' && !hasPage;
    const charge: Charge = {
      amount,
      currency,
      state: begins === 'declines' ? 'ended' : takes && isManual ? 'held' : 'open',
      isManual,
      heldUntil: mood.holdsUntil,
      captured: takes && !isManual ? { amount, currency } : null,
    };
    charges.set(attemptId, charge);
    if (begins !== 'declines' && hasPage) return { kind: 'continue', address: `https://${name}.test/${attemptId}` };
    return stateOf(charge);
  }

  /** One that finds charges by our ids tells its own. */
  const found = ({ attemptId }: ChargeKey, state: ChargeState): FoundCharge =>
    hasPage || !charges.has(attemptId) ? state : { ...state, providerRef: referenceOf(attemptId) };

  function refund({ refundId, amount, currency, ...key }: RefundRequest): RefundResult | null {
    const charge = known({ ...key, providerRef: key.providerRef ?? referenceOf(key.attemptId) });
    if (charge?.captured?.currency !== currency) throw new Error(`${refundId} returns what was never taken`);
    const before = refunds.get(refundId) ?? { amount, currency, result: { kind: 'pending' } as const };
    if (before.amount !== amount) throw new Error(`${refundId} was of ${before.amount} before`);
    const said = mood.refunds ?? null;
    refunds.set(refundId, { amount, currency, result: said ?? before.result });
    return said;
  }

  function judge({ disputeId, submissionId, texts, files }: EvidenceRequest): EvidenceResult {
    const before = evidence.get(disputeId) ?? new Map<string, EvidenceResult>();
    evidence.set(disputeId, before);
    if (mood.evidence === 'no answer') throw away;
    if (Object.keys(texts).length + files.length === 0) throw new Error(`${submissionId} says nothing`);
    const isNew = !before.has(submissionId);
    if (isNew && [...before.values()].some(({ kind }) => kind === 'submitted')) {
      throw new Error(`${submissionId} is sent for ${disputeId} beside what was taken`);
    }
    const said: EvidenceResult =
      mood.evidence === 'refuses' ? { kind: 'refused', reason: 'Unreadable' } : { kind: 'submitted' };
    if (isNew) before.set(submissionId, said);
    if (mood.evidence === 'answer lost') throw away;
    return before.get(submissionId) as EvidenceResult;
  }

  const provider: Provider = {
    name,
    title: name,
    methods,
    ...(chargeMax !== null && {
      limits: {
        charge: (_method, amount) => (amount > chargeMax ? { kind: 'max', amount: chargeMax } : undefined),
        refund: () => undefined,
      },
    }),
    captureMethods: ['card'],
    async begin({ attemptId, amount, currency, capture: how }): Promise<BeginResult> {
      const begun = mood.hears ? hear(attemptId, { amount, currency, isManual: how === 'manual' }) : null;
      return { ...note('begin', attemptId, mood.answers ? begun : null), providerRef: referenceOf(attemptId) };
    },
    confirm: async (key) => found(key, note('confirm', key.attemptId, mood.confirms ? stateOf(known(key)) : null)),
    capture: async (asked) => found(asked, note('capture', asked.attemptId, capture(asked))),
    close: async (key) => found(key, note('close', key.attemptId, close(key))),
    refund: async (request) => note('refund', request.attemptId, refund(request)),
    findRefund: async (request) => note('refund', request.attemptId, refund(request)),
    findDisputes: async (id) => [disputes.get(id)].filter((one) => one !== undefined),
    ...(takesEvidence && { submitEvidence: async (request: EvidenceRequest) => judge(request) }),
  };

  return {
    name,
    provider,
    disputes,
    takesEvidence,
    /** What it said of the last evidence against a dispute. */
    saidOfEvidence: (disputeId: string): EvidenceResult['kind'] | undefined =>
      [...(evidence.get(disputeId)?.values() ?? [])].at(-1)?.kind,
    feel(next: Partial<Mood>): void {
      mood = { ...calm, ...next };
    },
    /** What it has of an attempt; undefined for one that never reached it. */
    find: (attemptId: string): Readonly<Charge> | undefined => charges.get(attemptId),
    /** Money comes in, also for a charge that was closed. */
    capture(attemptId: string, captured: Money): void {
      const charge = charges.get(attemptId) as Charge;
      charge.captured ??= captured;
    },
    /** The customer has authorized a charge that is captured later. */
    hold(attemptId: string): void {
      const charge = charges.get(attemptId) as Charge;
      if (charge.state === 'open') charge.state = 'held';
    },
    end(attemptId: string): void {
      (charges.get(attemptId) as Charge).state = 'ended';
    },
  };
}
