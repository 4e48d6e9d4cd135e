/** All SQL of backups that were made or failed. */
import { bool, int4, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

const lockKey = 5_111;

/** A session-level advisory lock, so that it is released when the process dies. @returns false while another has it. */
export async function takeTurn(connection: Database): Promise<boolean> {
  const row = await query({ taken: bool })`select pg_try_advisory_lock(${lockKey}) as taken`.executeTakeFirst(
    connection,
  );
  return row?.taken ?? false;
}

export async function endTurn(connection: Database): Promise<void> {
  await command`select pg_advisory_unlock(${lockKey})`.execute(connection);
}

type Run = { startedAt: Date; finishedAt: Date; place: string };
export type MadeRun = Run & { name: string; bytes: number };

export async function insertMadeRun(db: Database | Tx, run: MadeRun): Promise<void> {
  await db
    .insertInto('backupRuns')
    .values({ ...run, bytes: BigInt(run.bytes) })
    .execute();
}

export async function insertFailedRun(db: Database | Tx, run: Run & { error: string }): Promise<void> {
  await db.insertInto('backupRuns').values(run).execute();
}

const lastRuns = {
  madeAt: nullable(timestamptz),
  failedAt: nullable(timestamptz),
  failures: int4,
  error: nullable(text),
};

/** When the last backup that was made began; when the last try after it failed, and how many have failed since. */
export async function findLastRuns(db: Database | Tx): Promise<RowOf<typeof lastRuns>> {
  return query(lastRuns)`
    with made as (select id, started_at from backup_runs where name is not null order by id desc limit 1),
      failed as (select id, started_at, error from backup_runs where name is null and id > coalesce((select id from made), 0))
    select (select started_at from made) as "madeAt",
      (select started_at from failed order by id desc limit 1) as "failedAt",
      (select error from failed order by id desc limit 1) as error,
      (select count(*)::int from failed) as failures`.executeTakeFirstOrThrow(db);
}

/** The last backup that was made. */
export async function findLastMade(db: Database): Promise<MadeRun | undefined> {
  const row = await db
    .selectFrom('backupRuns')
    .select(['startedAt', 'finishedAt', 'place', 'name', 'bytes'])
    .where('name', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.name == null || row.bytes === null) return undefined;
  return { ...row, name: row.name, bytes: Number(row.bytes) };
}
