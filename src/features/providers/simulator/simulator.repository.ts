/** All SQL of the simulator: the stored state of a provider that exists in test mode only. */
import { isDue } from '../../../base/clock/due.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Mode } from '../../../base/money/mode.ts';
import type { DeclineReason } from '../provider.ts';
import type { SentEvidence } from './course.ts';
import type { TestCardBehavior } from './test-cards.ts';

export type SimulatedCharge = {
  /** The attempt's. */
  id: string;
  status: 'open' | 'authorized' | 'succeeded' | 'declined' | 'closed';
  amount: bigint;
  currency: string;
  cardLastFour: string | null;
  /** Null, as are the book and the times, for a charge that was made before cards had a course. */
  behavior: TestCardBehavior | null;
  holderId: bigint | null;
  begunAt: Date | null;
  /** When it completes by itself. */
  completesAt: Date | null;
  /** When the confirmation is abandoned that it waits for. */
  endsAt: Date | null;
  declineReason: DeclineReason | null;
  noticeAt: Date | null;
  /** Whether it is only authorized, until when, and what was captured of it at what time. */
  manualCapture: boolean;
  capturableUntil: Date | null;
  capturedAmount: bigint | null;
  capturedAt: Date | null;
  /** What was sent against its dispute: how it decides, when it came, and our id of it. */
  evidence: SentEvidence['verdict'] | null;
  evidenceAt: Date | null;
  evidenceRef: string | null;
};

const columns = [
  'id',
  'status',
  'amount',
  'currency',
  'cardLastFour',
  'behavior',
  'holderId',
  'begunAt',
  'completesAt',
  'endsAt',
  'declineReason',
  'noticeAt',
  'manualCapture',
  'capturableUntil',
  'capturedAmount',
  'capturedAt',
  'evidence',
  'evidenceAt',
  'evidenceRef',
] as const;

/** Idempotent by id: a second insert returns the first charge. */
export async function insertCharge(db: Database, charge: SimulatedCharge): Promise<SimulatedCharge> {
  await db
    .insertInto('simulatorCharges')
    .values(charge)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findCharge(db, charge.id)) as SimulatedCharge;
}

export async function findCharge(db: Database, id: string): Promise<SimulatedCharge | undefined> {
  const found = await db.selectFrom('simulatorCharges').select(columns).where('id', '=', id).executeTakeFirst();
  return found as SimulatedCharge | undefined;
}

type Ending = { to: 'succeeded' | 'authorized' | 'closed' } | { to: 'declined'; reason: DeclineReason };

/** `open →` another status. A charge that has ended, or was abandoned by `now`, is not changed. */
export async function endCharge(db: Database, id: string, now: Date, ending: Ending): Promise<void> {
  await db
    .updateTable('simulatorCharges')
    .set({ status: ending.to, declineReason: ending.to === 'declined' ? ending.reason : null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .execute();
}

/** A charge whose money is held: captured once, or released. */
const held = (db: Database, id: string) =>
  db
    .updateTable('simulatorCharges')
    .where('id', '=', id)
    .where('manualCapture', '=', true)
    .where('status', 'in', ['open', 'authorized']);

/** @returns whether it was this call that captured it. */
export async function captureCharge(
  db: Database,
  id: string,
  captured: { amount: bigint; at: Date; noticeAt: Date | null },
): Promise<boolean> {
  const { amount: capturedAmount, at: capturedAt, noticeAt } = captured;
  const result = await held(db, id)
    .set({ status: 'succeeded', capturedAmount, capturedAt, noticeAt })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function releaseCharge(db: Database, id: string): Promise<void> {
  await held(db, id).set({ status: 'closed' }).execute();
}

/** The first that comes counts. @param noticeAt when the dispute next changes. */
export async function saveEvidence(
  db: Database,
  id: string,
  { ref, verdict, at, noticeAt }: SentEvidence & { ref: string; noticeAt: Date | null },
): Promise<void> {
  await db
    .updateTable('simulatorCharges')
    .set({ evidence: verdict, evidenceAt: at, evidenceRef: ref, noticeAt })
    .where('id', '=', id)
    .where('evidenceRef', 'is', null)
    .execute();
}

export const evidenceOf = ({ evidence, evidenceAt }: SimulatedCharge): SentEvidence | null =>
  evidence === null || evidenceAt === null ? null : { verdict: evidence, at: evidenceAt };

export type SimulatedRefund = {
  id: string;
  chargeId: string;
  holderId: bigint;
  /** Minor units. */
  amount: bigint;
  /** Why it was refused at once. */
  failure: string | null;
  madeAt: Date;
  noticeAt: Date | null;
};

const refundColumns = ['id', 'chargeId', 'holderId', 'amount', 'failure', 'madeAt', 'noticeAt'] as const;

/** Idempotent by id, as `insertCharge`. */
export async function insertRefund(db: Database, refund: SimulatedRefund): Promise<SimulatedRefund> {
  await db
    .insertInto('simulatorRefunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findRefund(db, refund.id)) as SimulatedRefund;
}

export async function findRefund(db: Database, id: string): Promise<SimulatedRefund | undefined> {
  return db.selectFrom('simulatorRefunds').select(refundColumns).where('id', '=', id).executeTakeFirst();
}

export async function findRefundsOf(db: Database, chargeId: string): Promise<SimulatedRefund[]> {
  return db.selectFrom('simulatorRefunds').select(refundColumns).where('chargeId', '=', chargeId).execute();
}

/** What was refunded of a charge before an instant, in minor units. */
export async function sumRefundedBefore(db: Database, chargeId: string, before: Date): Promise<bigint> {
  const refunds = await db
    .selectFrom('simulatorRefunds')
    .select('amount')
    .where('chargeId', '=', chargeId)
    .where('madeAt', '<', before)
    .execute();
  return refunds.reduce((sum, { amount }) => sum + amount, 0n);
}

type Book = { holderId: bigint; mode: Mode };

/** Charges of which something is to be reported, by their own book's clock. `now`, `only`: see `isDue`. */
export async function findChargesToReport(
  db: Database,
  now: Date,
  limit: number,
  only?: Book,
): Promise<SimulatedCharge[]> {
  const due = {
    deadline: 'simulator_charges.notice_at',
    holder: 'simulator_charges.holder_id',
    mode: 'simulator_charges.mode',
  };
  const found = await db
    .selectFrom('simulatorCharges')
    .select(columns)
    .where(isDue(due, now, only))
    .orderBy('noticeAt')
    .limit(limit)
    .execute();
  return found as SimulatedCharge[];
}

/** Likewise refunds, each with its card's behavior. */
export async function findRefundsToReport(
  db: Database,
  now: Date,
  limit: number,
  only?: Book,
): Promise<(SimulatedRefund & Pick<SimulatedCharge, 'behavior'>)[]> {
  const due = { deadline: 'r.notice_at', holder: 'r.holder_id', mode: 'r.mode' };
  const found = await db
    .selectFrom('simulatorRefunds as r')
    .innerJoin('simulatorCharges as c', 'c.id', 'r.chargeId')
    .select(['r.id', 'r.chargeId', 'r.holderId', 'r.amount', 'r.failure', 'r.madeAt', 'r.noticeAt', 'c.behavior'])
    .where(isDue(due, now, only))
    .orderBy('r.noticeAt')
    .limit(limit)
    .execute();
  return found as (SimulatedRefund & Pick<SimulatedCharge, 'behavior'>)[];
}

/** @param was what was due; a change since then stands. @param next when there is something to report again. */
export async function setNextNotice(
  db: Database,
  table: 'simulatorCharges' | 'simulatorRefunds',
  { id, noticeAt: was }: { id: string; noticeAt: Date | null },
  next: Date | null,
): Promise<void> {
  await db.updateTable(table).set({ noticeAt: next }).where('id', '=', id).where('noticeAt', '=', was).execute();
}
