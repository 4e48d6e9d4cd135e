/**
 * The built-in provider of test mode: simulates a card acquirer and an online wallet, stores its charges and moves no
 * money. What a card does and when is in `course.ts`. Must never be offered in live mode.
 */
import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import { holderOfPublicId } from '../../../base/database/public-id.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import type {
  AmountLimits,
  BeginResult,
  CaptureRequest,
  ChargeRequest,
  ChargeState,
  Dispute,
  EvidenceRequest,
  EvidenceResult,
  Provider,
  RefundRequest,
  RefundResult,
} from '../provider.ts';
import {
  completesAfterMs,
  disputeAt,
  disputedFrom,
  isAway,
  nextChargeNotice,
  nextRefundNotice,
  refundAt,
  verdictOf,
} from './course.ts';
import {
  captureCharge,
  endCharge,
  evidenceOf,
  findCharge,
  findRefund,
  findRefundsOf,
  insertCharge,
  insertRefund,
  releaseCharge,
  type SimulatedCharge,
  type SimulatedRefund,
  saveEvidence,
  sumRefundedBefore,
} from './simulator.repository.ts';
import { behaviorOf, type TestCardBehavior } from './test-cards.ts';

/** The path of the confirmation step, under the payment's page. */
const confirmationPath = '/confirm';

/** For how long the money of an authorized charge is held. */
const authorizedMs = 7 * 24 * 60 * 60_000;

const disputePrefix = 'dp_';

/** A charge has one dispute at most. */
export const disputeIdOf = (chargeId: string): string => `${disputePrefix}${chargeId}`;

export type Simulator = Provider & {
  /** Records the customer's decision at the confirmation step. One that comes too late changes nothing. */
  answer(attemptId: string, approved: boolean): Promise<void>;
};

type Deps = { db: Database; clock: Clock };

/** With the limits of the live providers, so that test mode accepts what live mode will. */
export function createSimulator({
  limits,
  evidenceFilesBytesMax,
  ...deps
}: Deps & {
  limits?: AmountLimits | undefined;
  evidenceFilesBytesMax?: number | undefined;
}): Simulator {
  return {
    name: 'simulator',
    title: 'Simulator',
    methods: ['card', 'onlinewallet'],
    limits,
    acceptsCard: (number) => behaviorOf(number) !== undefined,
    ...chargesOf(deps),
    ...refundsOf(deps),
    findDisputes: (reference) => findDisputes(deps, reference),
    submitEvidence: (request) => submitEvidence(deps, request),
    evidenceFilesBytesMax,
  };
}

/** On the clock of the attempt's own book, so that a test clock moves what is to come. */
const nowOf = ({ clock }: Deps, attemptId: string): Date => clock.now(holderOfPublicId('att', attemptId) ?? 0n, 'test');

function chargesOf(deps: Deps): Pick<Simulator, 'begin' | 'confirm' | 'close' | 'capture' | 'answer'> {
  const { db } = deps;

  async function confirm({ attemptId }: { attemptId: string }): Promise<ChargeState> {
    const charge = await findCharge(db, attemptId);
    if (charge === undefined) return { kind: 'declined', reason: 'abandoned' };
    const now = nowOf(deps, attemptId);
    if (isAway({ behavior: charge.behavior, at: charge.begunAt ?? now }, now)) throw away();
    return stateOf(charge, now);
  }

  return {
    begin: (request) => begin(deps, request),
    confirm,
    async close({ attemptId }) {
      const charge = await findCharge(db, attemptId);
      const now = nowOf(deps, attemptId);
      if (charge !== undefined && stateOf(charge, now).kind === 'authorized') await releaseCharge(db, attemptId);
      // A charge that completes by itself cannot be canceled: the money may already be in transit.
      else if (charge !== undefined && charge.completesAt === null) {
        await endCharge(db, attemptId, now, { to: 'closed' });
      }
      return confirm({ attemptId });
    },
    async capture(request) {
      if (await isCaptureLost(deps, request)) throw away();
      return confirm(request);
    },
    async answer(attemptId, approved) {
      const charge = await findCharge(db, attemptId);
      const now = nowOf(deps, attemptId);
      if (!approved) return endCharge(db, attemptId, now, { to: 'declined', reason: 'not_confirmed' });
      const to = charge?.manualCapture ? 'authorized' : 'succeeded';
      if (charge?.behavior !== 'confirmation_fails') return endCharge(db, attemptId, now, { to });
      return endCharge(db, attemptId, now, { to: 'declined', reason: 'declined' });
    },
  };
}

/** Captures a charge whose money is held, unless it is too much. @returns whether its card has the answer lost. */
async function isCaptureLost(deps: Deps, { attemptId, amount, currency }: CaptureRequest): Promise<boolean> {
  const charge = await findCharge(deps.db, attemptId);
  const now = nowOf(deps, attemptId);
  if (charge === undefined || stateOf(charge, now).kind !== 'authorized') return false;
  if (amount > charge.amount || currency !== charge.currency) return false;
  const { behavior } = charge;
  const noticeAt = nextChargeNotice({ behavior, at: now }, null, now);
  return (await captureCharge(deps.db, attemptId, { amount, at: now, noticeAt })) && behavior === 'capture_lost';
}

async function begin(deps: Deps, request: ChargeRequest): Promise<BeginResult> {
  if (request.mode !== 'test') throw new AppError('forbidden');
  const behavior = request.method === 'onlinewallet' ? 'needs_confirmation' : behaviorOf(request.card?.number ?? '');
  const asDeclined = declineOf(behavior);
  if (behavior === undefined || asDeclined !== undefined) {
    return { ...(asDeclined ?? { kind: 'declined', reason: 'declined' }), providerRef: null };
  }
  const now = nowOf(deps, request.attemptId);
  const isLost = behavior === 'answer_lost' && (await findCharge(deps.db, request.attemptId)) === undefined;
  const charge = await insertCharge(deps.db, newCharge(request, behavior, now));
  if (isLost || charge.behavior === 'unreachable') throw away();
  const state = stateOf(charge, now);
  if (state.kind === 'pending' && charge.endsAt !== null) {
    return { kind: 'continue', address: `${request.returnAddress}${confirmationPath}`, providerRef: charge.id };
  }
  return { ...state, providerRef: charge.id };
}

const away = (): AppError => new AppError('unavailable', { cause: new Error('The test card has the simulator away') });

function newCharge(request: ChargeRequest, behavior: TestCardBehavior, now: Date): SimulatedCharge {
  const { attemptId: id, amount, currency, card } = request;
  const afterMs = completesAfterMs[behavior];
  const isConfirmed = behavior === 'needs_confirmation' || behavior === 'confirmation_fails';
  const endsAt = isConfirmed ? request.expiresAt : null;
  const manualCapture = request.capture === 'manual';
  const completed = manualCapture ? 'authorized' : 'succeeded';
  return {
    id,
    status: isConfirmed || afterMs !== undefined ? 'open' : behavior === 'unreachable' ? 'closed' : completed,
    amount,
    currency,
    cardLastFour: card?.number.slice(-4) ?? null,
    behavior,
    holderId: holderOfPublicId('att', id) ?? 0n,
    begunAt: now,
    completesAt: afterMs === undefined ? null : new Date(now.getTime() + afterMs),
    endsAt,
    declineReason: null,
    evidence: null,
    evidenceAt: null,
    evidenceRef: null,
    noticeAt: nextChargeNotice({ behavior, at: now }, endsAt, now),
    manualCapture,
    capturableUntil: manualCapture ? new Date(now.getTime() + authorizedMs) : null,
    capturedAmount: null,
    capturedAt: null,
  };
}

/** Of a card that leaves no charge behind. */
function declineOf(behavior: TestCardBehavior | undefined): ChargeState | undefined {
  switch (behavior) {
    case 'declined':
    case 'insufficient_funds':
    case 'processing_error':
      return { kind: 'declined', reason: behavior };
    default:
      return undefined;
  }
}

function stateOf(charge: SimulatedCharge, now: Date): ChargeState {
  const completed = charge.completesAt !== null && charge.completesAt <= now;
  const { status, currency, cardLastFour, capturableUntil } = charge;
  const facts = { currency, cardLastFour, payerEmail: null };
  const isHeld = status === 'authorized' || (charge.manualCapture && status === 'open' && completed);
  if (isHeld) {
    if (capturableUntil !== null && capturableUntil <= now) return { kind: 'declined', reason: 'abandoned' };
    return { kind: 'authorized', amount: charge.amount, ...facts, capturableUntil };
  }
  if (status === 'succeeded' || (status === 'open' && completed)) {
    return { kind: 'succeeded', amount: takenOf(charge), ...facts };
  }
  // The card of which the provider says that it failed, and which is charged all the same.
  if (charge.behavior === 'captured_late') return { kind: 'declined', reason: 'processing_error' };
  if (charge.status === 'declined') return { kind: 'declined', reason: charge.declineReason ?? 'not_confirmed' };
  const isAbandoned = charge.status === 'closed' || (charge.endsAt !== null && charge.endsAt <= now);
  return isAbandoned ? { kind: 'declined', reason: 'abandoned' } : { kind: 'pending' };
}

/** What was taken of a charge that has succeeded, and from when on its card takes its course. */
const takenOf = ({ amount, capturedAmount }: SimulatedCharge): bigint => capturedAmount ?? amount;
const sinceOf = (charge: SimulatedCharge) => {
  const { behavior, begunAt, capturedAt, manualCapture } = charge;
  const at = manualCapture ? capturedAt : begunAt;
  return at === null ? undefined : { behavior, at, evidence: evidenceOf(charge) };
};

function refundsOf(deps: Deps): Pick<Simulator, 'refund' | 'findRefund'> {
  const { db } = deps;
  const resultOf = (charge: SimulatedCharge | undefined, made: SimulatedRefund): RefundResult => {
    if (made.failure !== null) return { kind: 'failed', reason: made.failure };
    const since = { behavior: charge?.behavior ?? null, at: made.madeAt };
    return refundAt(since, nowOf(deps, made.chargeId));
  };

  return {
    async refund(request) {
      const charge = await findCharge(db, request.attemptId);
      // Of data that other means made.
      if (charge === undefined) return { kind: 'succeeded' };
      const now = nowOf(deps, charge.id);
      const others = await findRefundsOf(db, charge.id);
      const gone = others.filter((one) => one.id !== request.refundId && resultOf(charge, one).kind !== 'failed');
      const taken = stateOf(charge, now).kind === 'succeeded' ? takenOf(charge) : 0n;
      const left = gone.reduce((rest, { amount }) => rest - amount, taken);
      return resultOf(charge, await insertRefund(db, newRefund(request, charge, left, now)));
    },
    async findRefund({ refundId, attemptId }) {
      const made = await findRefund(db, refundId);
      return made && resultOf(await findCharge(db, attemptId), made);
    },
  };
}

/** @param left what can still be refunded, in minor units. */
function newRefund(
  { refundId, amount }: RefundRequest,
  charge: SimulatedCharge,
  left: bigint,
  now: Date,
): SimulatedRefund {
  const { behavior, id: chargeId } = charge;
  const since = sinceOf(charge);
  const dispute = since && disputeAt(since, charge.currency, now);
  const isTaken = dispute !== undefined && dispute.withdrawals > dispute.returns;
  const result = refundAt({ behavior, at: now }, now);
  const refused = result.kind === 'failed' ? result.reason : null;
  return {
    id: refundId,
    chargeId,
    holderId: charge.holderId ?? 0n,
    amount,
    // The customer's bank has the money already.
    failure: isTaken ? 'charge_disputed' : amount > left ? 'more_than_is_left' : refused,
    madeAt: now,
    noticeAt: nextRefundNotice({ behavior, at: now }, now),
  };
}

const chargeIdOf = (disputeId: string): string =>
  disputeId.startsWith(disputePrefix) ? disputeId.slice(disputePrefix.length) : '';

/** The first submission counts, and any other is refused. */
async function submitEvidence(
  deps: Deps,
  { disputeId, submissionId, texts }: EvidenceRequest,
): Promise<EvidenceResult> {
  const charge = await findCharge(deps.db, chargeIdOf(disputeId));
  const taken = charge && sinceOf(charge);
  if (charge === undefined || taken === undefined) return { kind: 'refused', reason: 'no_such_dispute' };
  if (charge.evidenceRef === submissionId) return { kind: 'submitted' };
  const now = nowOf(deps, charge.id);
  const since = { behavior: taken.behavior, at: taken.at };
  const isTaken = disputeAt(since, charge.currency, now)?.standing?.status === 'needs_response';
  if (!isTaken || charge.evidenceRef !== null) return { kind: 'refused', reason: 'not_taken_any_more' };

  const evidence = { verdict: verdictOf(texts.explanation), at: now };
  const noticeAt = nextChargeNotice({ ...since, evidence }, charge.endsAt, now);
  await saveEvidence(deps.db, charge.id, { ...evidence, ref: submissionId, noticeAt });
  const saved = await findCharge(deps.db, charge.id);
  return saved?.evidenceRef === submissionId
    ? { kind: 'submitted' }
    : { kind: 'refused', reason: 'not_taken_any_more' };
}

/** What was refunded before is not disputed. */
async function findDisputes(deps: Deps, id: string): Promise<readonly Dispute[]> {
  const attemptId = chargeIdOf(id);
  const charge = await findCharge(deps.db, attemptId);
  const since = charge && sinceOf(charge);
  if (charge === undefined || since === undefined) return [];
  const disputed = disputeAt(since, charge.currency, nowOf(deps, attemptId));
  if (disputed === undefined) return [];
  const refunded = await sumRefundedBefore(deps.db, attemptId, disputedFrom(since) ?? since.at);
  const amount = takenOf(charge) - refunded;
  return amount <= 0n ? [] : [{ id, attemptId, amount, currency: charge.currency, ...disputed }];
}
