/** All SQL of reminders of deadlines: when the people of a dispute are next told. */
import { sql } from 'kysely';
import { isDue } from '../../../base/clock/due.ts';
import { int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { command, query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { type Mode, modes } from '../../../base/money/mode.ts';

type Key = { holderId: bigint; disputeId: string };

export async function saveReminder(
  tx: Tx,
  { holderId, disputeId }: Key,
  dueAt: Date,
  remindAt: Date | null,
): Promise<void> {
  await tx
    .insertInto('disputeReminders')
    .values({ holderId, disputeId, dueAt, remindAt })
    .onConflict((conflict) => conflict.columns(['holderId', 'disputeId']).doUpdateSet({ dueAt, remindAt }))
    .execute();
}

export async function endReminder(tx: Tx, { holderId, disputeId }: Key): Promise<void> {
  await command`
    delete from dispute_reminders where holder_id = ${holderId} and dispute_id = ${disputeId}`.execute(tx);
}

const due = { holderId: int8, disputeId: text, mode: oneOf(...modes) };

/** By the clock of each book. `now`, `only`: see `isDue`. */
export const listDueReminders = (
  db: Database,
  now: Date,
  limit: number,
  only?: { holderId: bigint; mode: Mode },
): Promise<RowOf<typeof due>[]> =>
  query(due)`
    select r.holder_id as "holderId", r.dispute_id as "disputeId", d.mode
    from dispute_reminders r
    join disputes d on d.holder_id = r.holder_id and d.id = r.dispute_id
    where ${isDue({ deadline: 'r.remind_at', holder: 'r.holder_id', mode: 'd.mode' }, now, only)}
    order by r.remind_at limit ${limit}`.execute(db);

const locked = { dueAt: timestamptz, remindAt: nullable(timestamptz) };

/** @returns undefined where another process has it, or it has ended. */
export const lockReminder = (tx: Tx, { holderId, disputeId }: Key): Promise<RowOf<typeof locked> | undefined> =>
  query(locked)`
    select r.due_at as "dueAt", r.remind_at as "remindAt" from dispute_reminders r
    where r.holder_id = ${holderId} and r.dispute_id = ${disputeId}
    for update ${sql`skip locked`}`.executeTakeFirst(tx);
