/** All SQL of late captures. A row is written only while its payment's row is locked. */
import { isDue } from '../../base/clock/due.ts';
import { int4, int8, nullable, oneOf, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { AttemptKey } from './attempts.repository.ts';

const columns = {
  holderId: int8,
  attemptId: text,
  mode: oneOf(...modes),
  paymentId: text,
  /** Minor units; may differ from the payment's. */
  amount: int8,
  currency: text,
  status: oneOf('pending', 'returned', 'refused'),
  /** The provider's reason for its last refusal. */
  failure: nullable(text),
  /** How often the provider has refused. */
  refusals: int4,
  createdAt: timestamptz,
};

export type LateCapture = RowOf<typeof columns>;

const names = Object.keys(columns) as (keyof typeof columns)[];

export async function insertLateCapture(
  tx: Tx,
  late: Omit<LateCapture, 'status' | 'failure' | 'refusals'>,
  dueAt: Date,
): Promise<void> {
  await tx
    .insertInto('lateCaptures')
    .values({ ...late, updatedAt: late.createdAt, dueAt })
    .execute();
}

export async function findLateCapture(
  db: Database | Tx,
  { holderId, attemptId }: AttemptKey,
): Promise<LateCapture | undefined> {
  return db
    .selectFrom('lateCaptures')
    .select(names)
    .where('holderId', '=', holderId)
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
}

type Change =
  | { to: 'pending'; dueAt: Date }
  | { to: 'returned' }
  /** `refusals` counts this one. */
  | { to: 'refused'; failure: string; refusals: number };

export async function setLateCapture(
  tx: Tx,
  { holderId, attemptId }: AttemptKey,
  { to: status, ...facts }: Change,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('lateCaptures')
    .set({ status, dueAt: null, ...facts, updatedAt: at })
    .where('holderId', '=', holderId)
    .where('attemptId', '=', attemptId)
    .execute();
}

const due = { deadline: 'late_captures.due_at', holder: 'late_captures.holder_id', mode: 'late_captures.mode' };

/** Late captures to check with the provider, by their book's clock. `now`, `only`: see `isDue`. */
export async function findDueLateCaptures(db: Database, now: Date, limit: number, only?: Book): Promise<AttemptKey[]> {
  return db
    .selectFrom('lateCaptures')
    .select(['holderId', 'attemptId'])
    .where('status', '=', 'pending')
    .where(isDue(due, now, only))
    .orderBy('dueAt')
    .limit(limit)
    .execute();
}

/** For the operator: what has not been returned in any book, oldest first; `payee` is the payment's holder. */
export async function listUnreturned(
  db: Database,
  { mode, limit }: { mode: Mode | null; limit: number },
): Promise<(LateCapture & { payee: string })[]> {
  return query({ ...columns, payee: text })`
    select l.*, h.name as payee
    from (
      select ${selectList(columns, 'late_captures')} from late_captures
      where status in ('pending', 'refused') and (${mode}::text is null or mode = ${mode})
      order by created_at, attempt_id limit ${limit}) l
    join holders h on h.id = l."holderId"
    order by l."createdAt", l."attemptId"`.execute(db);
}

/** How many the provider has refused to return, in all books. */
export async function countRefused(db: Database): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from late_captures where status = 'refused'`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}

/** How many of one mode have not been returned, and how many of these the provider has refused. */
export async function countUnreturned(db: Database, mode: Mode): Promise<{ open: number; refused: number }> {
  const row = await query({ open: int8, refused: int8 })`
    select count(*) as open, count(*) filter (where status = 'refused') as refused from late_captures
    where mode = ${mode} and status in ('pending', 'refused')`.executeTakeFirstOrThrow(db);
  return { open: Number(row.open), refused: Number(row.refused) };
}
