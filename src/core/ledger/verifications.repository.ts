/** All SQL of stored verifications: their results, and the marks from which the next one may continue. */
import {
  bool,
  float8,
  int8,
  jsonb,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Marks } from './checks/changed.ts';
import type { Offence } from './checks/check.ts';
import type { Totals } from './totals.repository.ts';

export type VerificationKind = 'full' | 'incremental';

/** `rows` and `tookMs` are missing in verifications by earlier versions. */
export type StoredCheck = {
  name: string;
  count: number;
  offences: Offence[];
  rows?: number | null;
  tookMs?: number;
};

const columns = {
  id: int8,
  kind: oneOf('full', 'incremental'),
  ok: bool,
  startedAt: timestamptz,
  finishedAt: timestamptz,
  checks: jsonb<StoredCheck[]>(),
  /** Seconds of real time since it finished. */
  ageSeconds: float8,
  transferMark: int8,
  transactionMark: text,
  databaseIdentity: nullable(text),
};

export type StoredVerification = RowOf<typeof columns>;

const lockKey = 5_109;

/**
 * A session-level advisory lock, so that it is released when the process dies. @returns false while another
 * verification is running.
 */
export async function takeTurn(connection: Database): Promise<boolean> {
  const row = await query({ taken: bool })`select pg_try_advisory_lock(${lockKey}) as taken`.executeTakeFirst(
    connection,
  );
  return row?.taken ?? false;
}

export async function endTurn(connection: Database): Promise<void> {
  await command`select pg_advisory_unlock(${lockKey})`.execute(connection);
}

export async function findLastVerification(db: Database): Promise<StoredVerification | undefined> {
  return query(columns)`
    select id, kind, ok, started_at as "startedAt", finished_at as "finishedAt", checks,
      greatest(extract(epoch from now() - finished_at), 0)::float8 as "ageSeconds",
      transfer_mark as "transferMark", transaction_mark as "transactionMark",
      database_identity as "databaseIdentity"
    from ledger_verifications order by id desc limit 1`.executeTakeFirst(db);
}

type NewVerification = Pick<StoredVerification, 'kind' | 'ok' | 'checks' | 'databaseIdentity'> &
  Marks & {
    /** Null unless it is full. */
    totals: Totals[] | null;
  };

/** It started when its transaction did and finished now. @returns its id. */
export async function insertVerification(tx: Tx, verification: NewVerification): Promise<bigint> {
  const { kind, ok, checks, totals, transferMark, transactionMark, databaseIdentity } = verification;
  const { id } = await query({ id: int8 })`
    insert into ledger_verifications
      (kind, ok, started_at, finished_at, checks, totals, transfer_mark, transaction_mark, database_identity)
    values (${kind}, ${ok}, now(), clock_timestamp(), ${JSON.stringify(checks)}::jsonb,
      ${totals && JSON.stringify(totals)}::jsonb, ${transferMark}, ${transactionMark}, ${databaseIdentity})
    returning id`.executeTakeFirstOrThrow(tx);
  return id;
}

export type ListedVerification = Pick<StoredVerification, 'id' | 'kind' | 'ok' | 'startedAt' | 'finishedAt'>;

/** The latest verifications without what they found, newest first. */
export async function listVerifications(db: Database, limit: number): Promise<ListedVerification[]> {
  return db
    .selectFrom('ledgerVerifications')
    .select(['id', 'kind', 'ok', 'startedAt', 'finishedAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** When a full verification last ended. */
export async function findLastFull(db: Database): Promise<ListedVerification | undefined> {
  return db
    .selectFrom('ledgerVerifications')
    .select(['id', 'kind', 'ok', 'startedAt', 'finishedAt'])
    .where('kind', '=', 'full')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const provenColumns = {
  id: int8,
  ok: bool,
  startedAt: timestamptz,
  finishedAt: timestamptz,
  checks: jsonb<StoredCheck[]>(),
  /** Null if an earlier version made it. */
  totals: nullable(jsonb<Totals[]>()),
};

export type FullVerification = RowOf<typeof provenColumns>;

/** The last full verification, with everything that a proof says of it. */
export async function findLastProven(db: Database): Promise<FullVerification | undefined> {
  return query(provenColumns)`
    select id, ok, started_at as "startedAt", finished_at as "finishedAt", checks, totals
    from ledger_verifications where kind = 'full' order by id desc limit 1`.executeTakeFirst(db);
}

/** Identifies the database that transaction ids belong to. Another server or a restored dump counts anew. */
export async function findDatabaseIdentity(db: Database): Promise<string | null> {
  try {
    const row = await query({ identity: text })`
      select (select system_identifier from pg_control_system()) || '/' || oid as identity
      from pg_database where datname = current_database()`.executeTakeFirst(db);
    return row?.identity ?? null;
  } catch {
    return null;
  }
}

/** The oldest transaction not yet ended in the snapshot, and the next transaction id. */
export async function findSnapshotMarks(tx: Tx): Promise<{ ended: string; next: string }> {
  return query({ ended: text, next: text })`
    select pg_snapshot_xmin(s)::text as ended, pg_snapshot_xmax(s)::text as next
    from (select pg_current_snapshot() as s) now`.executeTakeFirstOrThrow(tx);
}

/** The pool's statement timeout is meant for requests; a verification may take longer. */
export async function disableStatementTimeout(tx: Tx): Promise<void> {
  await command`set local statement_timeout = 0`.execute(tx);
}
