/** All SQL of verifications that a person asked for: at most one is queued or running. */
import { int4, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

const columns = {
  id: int8,
  kind: oneOf('full', 'incremental'),
  status: oneOf('queued', 'running', 'done', 'failed'),
  requestedAt: timestamptz,
  /** Null when the person's account is gone. */
  requestedBy: nullable(text),
  startedAt: nullable(timestamptz),
  finishedAt: nullable(timestamptz),
  checksDone: int4,
  checksTotal: nullable(int4),
  verificationId: nullable(int8),
};

export type VerificationRun = RowOf<typeof columns>;

export async function findLastRun(db: Database | Tx): Promise<VerificationRun | undefined> {
  return query(columns)`
    select r.id, r.kind, r.status, r.requested_at as "requestedAt", p.name as "requestedBy",
      r.started_at as "startedAt", r.finished_at as "finishedAt", r.checks_done as "checksDone",
      r.checks_total as "checksTotal", r.verification_id as "verificationId"
    from verification_runs r left join people p on p.id = r.requested_by
    order by r.id desc limit 1`.executeTakeFirst(db);
}

/** @returns its id; undefined while another is queued or running. */
export async function insertRun(
  tx: Tx,
  kind: VerificationRun['kind'],
  requestedBy: string,
): Promise<bigint | undefined> {
  const row = await query({ id: int8 })`
    insert into verification_runs (kind, status, requested_by) values (${kind}, 'queued', ${requestedBy})
    on conflict ((true)) where status in ('queued', 'running') do nothing
    returning id`.executeTakeFirst(tx);
  return row?.id;
}

/** From the start, also when the process that ran it before has died. @returns its kind; undefined when it has ended. */
export async function startRun(db: Database, id: bigint): Promise<VerificationRun['kind'] | undefined> {
  const row = await query({ kind: columns.kind })`
    update verification_runs set status = 'running', started_at = now(), checks_done = 0, checks_total = null
    where id = ${id} and status in ('queued', 'running') returning kind`.executeTakeFirst(db);
  return row?.kind;
}

export async function setProgress(db: Database, id: bigint, done: number, total: number): Promise<void> {
  await db
    .updateTable('verificationRuns')
    .set({ checksDone: done, checksTotal: total })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** @param verificationId null when there is no result: another verification was under way, or it broke off. */
export async function endRun(db: Database, id: bigint, verificationId: bigint | null): Promise<void> {
  await command`
    update verification_runs set status = case when ${verificationId}::bigint is null then 'failed' else 'done' end,
      verification_id = ${verificationId}, finished_at = now()
    where id = ${id} and status = 'running'`.execute(db);
}
