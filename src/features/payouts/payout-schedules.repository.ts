/** All SQL of automatic payouts. The rows are in the book of the account, by whose clock they are due. */
import { isDue } from '../../base/clock/due.ts';
import { int4, int8, nullable, oneOf, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { DrawnColumns } from './payout.ts';
import { type Attempt, attemptOutcomes, type PayoutSchedule, payoutIntervals } from './payout-schedule.ts';

const columns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  ownerHolderId: int8,
  accountKind: oneOf('wallet', 'commission', 'clearing', 'earnings'),
  linkId: nullable(int8),
  currency: text,
  every: oneOf(...payoutIntervals),
  day: nullable(int4),
  timeZone: text,
  minimum: int8,
  keep: int8,
  bankAccountId: nullable(text),
  setBy: nullable(text),
  setAt: timestamptz,
  dueAt: nullable(timestamptz),
  triedAt: nullable(timestamptz),
  triedFor: nullable(timestamptz),
  outcome: nullable(oneOf(...attemptOutcomes)),
  reason: nullable(text),
};

function ofRow<Row extends RowOf<typeof columns>>(row: Row): Row & PayoutSchedule {
  const { triedAt, triedFor, outcome, reason } = row;
  // An attempt has all of the three: the table's CHECK.
  const last =
    triedAt === null || triedFor === null || outcome === null ? null : { triedAt, triedFor, outcome, reason };
  return { ...row, last } as Row & PayoutSchedule;
}

type Owned = { ownerHolderId: bigint; currency: string } & DrawnColumns;

/** Locked until the transaction ends. */
export async function lockScheduleOf(tx: Tx, { holderId, mode }: Book, of: Owned): Promise<PayoutSchedule | undefined> {
  const { ownerHolderId, currency, accountKind, linkId } = of;
  const row = await query(columns)`
    select ${selectList(columns, 's')} from payout_schedules s
    where s.holder_id = ${holderId} and s.mode = ${mode} and s.owner_holder_id = ${ownerHolderId}
      and s.account_kind = ${accountKind} and coalesce(s.link_id, 0) = ${linkId ?? 0n} and s.currency = ${currency}
    for update`.executeTakeFirst(tx);
  return row && ofRow(row);
}

/** Locked until the transaction ends. */
export async function lockSchedule(tx: Tx, holderId: bigint, id: string): Promise<PayoutSchedule | undefined> {
  const row = await query(columns)`
    select ${selectList(columns, 's')} from payout_schedules s
    where s.holder_id = ${holderId} and s.id = ${id} for update`.executeTakeFirst(tx);
  return row && ofRow(row);
}

export async function insertSchedule(tx: Tx, { last: _, ...schedule }: PayoutSchedule): Promise<void> {
  const { holderId, id, mode, ownerHolderId, accountKind, linkId, currency, every, day, timeZone } = schedule;
  const { minimum, keep, bankAccountId, setBy, setAt, dueAt } = schedule;
  const terms = { every, day, timeZone, minimum, keep, bankAccountId, setBy, setAt, dueAt };
  await tx
    .insertInto('payoutSchedules')
    .values({ holderId, id, mode, ownerHolderId, accountKind, linkId, currency, ...terms })
    .execute();
  await keepRow(tx, 'payout_schedules', { holder_id: holderId, id });
}

export async function saveSchedule(tx: Tx, schedule: PayoutSchedule): Promise<void> {
  const { holderId, id, every, day, timeZone, minimum, keep, bankAccountId, setBy, setAt, dueAt } = schedule;
  await tx
    .updateTable('payoutSchedules')
    .set({ every, day, timeZone, minimum, keep, bankAccountId, setBy, setAt, dueAt })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
  await keepRow(tx, 'payout_schedules', { holder_id: holderId, id });
}

/** What came of an attempt, and when the next one is due. */
export async function saveAttempt(
  tx: Tx,
  { holderId, id }: PayoutSchedule,
  attempt: Attempt,
  dueAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('payoutSchedules')
    .set({ ...attempt, dueAt })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
}

type DueSchedule = Book & { id: string; ownerHolderId: bigint };

/** By each book's own clock. `now`, `only`: see `isDue`. */
export async function listDuePayouts(db: Database, now: Date, limit: number, only?: Book): Promise<DueSchedule[]> {
  const due = { deadline: 's.due_at', holder: 's.holder_id', mode: 's.mode' };
  return query({ holderId: int8, id: text, mode: oneOf(...modes), ownerHolderId: int8 })`
    select s.holder_id as "holderId", s.id, s.mode, s.owner_holder_id as "ownerHolderId"
    from payout_schedules s
    where s.due_at is not null and ${isDue(due, now, only)}
    order by s.due_at, s.holder_id, s.id limit ${limit}`.execute(db);
}

/** With the name of the book's holder: for earnings, the company. */
export type ListedSchedule = PayoutSchedule & { bookName: string };

/** An owner's, in whichever book. */
export async function listSchedules(
  db: Database | Tx,
  { holderId: ownerHolderId, mode }: Book,
): Promise<ListedSchedule[]> {
  const rows = await query({ ...columns, bookName: text })`
    select ${selectList(columns, 's')}, h.name as "bookName"
    from payout_schedules s join holders h on h.id = s.holder_id
    where s.owner_holder_id = ${ownerHolderId} and s.mode = ${mode}
      and s.holder_id in (select ${ownerHolderId}::bigint union select company_id from links where holder_id = ${ownerHolderId})
    order by s.holder_id, s.account_kind, s.link_id, s.currency`.execute(db);
  return rows.map(ofRow);
}

/** The schedules of a holder that are not off, in both modes; locked until the transaction ends. */
export async function lockActiveSchedules(tx: Tx, ownerHolderId: bigint): Promise<PayoutSchedule[]> {
  const rows = await query(columns)`
    select ${selectList(columns, 's')} from payout_schedules s
    where s.owner_holder_id = ${ownerHolderId} and s.every <> 'never'
      and s.holder_id in (select ${ownerHolderId}::bigint union select company_id from links where holder_id = ${ownerHolderId})
    order by s.holder_id, s.id for update`.execute(tx);
  return rows.map(ofRow);
}

/** Of a company's settlements; undefined for a book without any. */
export async function findTimeZone(
  tx: Tx,
  { holderId, mode }: { holderId: bigint; mode: Mode },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('settlementSettings')
    .select('timeZone')
    .where('companyId', '=', holderId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row?.timeZone;
}
