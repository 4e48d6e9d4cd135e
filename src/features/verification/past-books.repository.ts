/** All SQL of the books as of past days. Reads every transfer up to a time: only for a job, in one snapshot. */
import { sql } from 'kysely';
import { bytea, int8, jsonb, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { type AccountKind, accountKinds } from '../../core/ledger/accounts.ts';
import { movesOf } from '../../core/ledger/checks/check.ts';

/** `balance` in minor units, as text: a sum may exceed what JSON's readers keep exact. */
type PastBalance = { mode: Mode; currency: string; kind: AccountKind; balance: string };

export type PastResult = {
  transfers: number;
  balances: PastBalance[];
  /** How many of the transfers no seal covers yet. */
  unsealed: number;
  /** The first seal that covers them all, or the last one there is; null: none. */
  seal: {
    number: number;
    sealedAt: string;
    hash: string;
    /** How many rows were compared, how many differ, and the first of those. */
    compared: number;
    count: number;
    offences: { row: string; problem: string }[];
  } | null;
};

const columns = {
  day: text,
  requestedAt: timestamptz,
  derivedAt: nullable(timestamptz),
  result: nullable(jsonb<PastResult>()),
};

export type PastBooks = RowOf<typeof columns>;

export async function findPastBooks(db: Database | Tx, day: string): Promise<PastBooks | undefined> {
  return query(columns)`
    select day::text as day, requested_at as "requestedAt", derived_at as "derivedAt", result
    from past_books where day = ${day}::date`.executeTakeFirst(db);
}

/** Another day that is being derived. One that was requested more than an hour ago has failed. */
export async function findUnderWay(tx: Tx, day: string): Promise<string | undefined> {
  await command`select pg_advisory_xact_lock(hashtext('past_books'))`.execute(tx);
  const row = await query({ day: text })`
    select day::text as day from past_books
    where result is null and day <> ${day}::date and requested_at > now() - interval '1 hour'
    limit 1`.executeTakeFirst(tx);
  return row?.day;
}

export async function requestDay(tx: Tx, day: string, requestedBy: string): Promise<void> {
  await command`
    insert into past_books (day, requested_by) values (${day}::date, ${requestedBy})
    on conflict (day) do update
    set requested_by = excluded.requested_by, requested_at = now(), derived_at = null, result = null`.execute(tx);
}

export async function keepResult(db: Database, day: string, result: PastResult): Promise<void> {
  await command`
    update past_books set result = ${JSON.stringify(result)}::jsonb, derived_at = now()
    where day = ${day}::date`.execute(db);
}

const balanceColumns = { mode: oneOf('test', 'live'), currency: text, kind: oneOf(...accountKinds), balance: text };

/** What all accounts had before a time, by the transfers alone. */
export async function sumPast(
  tx: Tx,
  before: Date,
): Promise<{ transfers: number; lastId: bigint; balances: PastBalance[] }> {
  const past = sql`(select * from transfers where created_at < ${before}::timestamptz)`;
  const { count, lastId } = await query({ count: int8, lastId: int8 })`
    select count(*) as count, coalesce(max(t.id), 0) as "lastId" from ${past} t`.executeTakeFirstOrThrow(tx);
  const balances = await query(balanceColumns)`
    select a.mode, a.currency, a.kind, sum(m.delta)::text as balance
    from (${movesOf(past)}) m
    join accounts a on a.holder_id = m.holder_id and a.id = m.account_id
    group by a.mode, a.currency, a.kind
    order by a.mode, a.currency, a.kind`.execute(tx);
  return { transfers: Number(count), lastId, balances };
}

/** The first seal that covers all transfers up to an id; the last of transfers where none does. */
export async function findCovering(tx: Tx, id: bigint) {
  const seal = { number: int8, upToKey: int8, sealedAt: timestamptz, hash: bytea };
  return query(seal)`
    select number, up_to_key as "upToKey", sealed_at as "sealedAt", hash from seals where source = 'transfers'
    order by up_to_key < ${id}, case when up_to_key >= ${id} then number else -number end
    limit 1`.executeTakeFirst(tx);
}

export async function countUnsealed(tx: Tx, before: Date, sealedUpTo: bigint): Promise<number> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from transfers
    where id > ${sealedUpTo} and created_at < ${before}::timestamptz`.executeTakeFirstOrThrow(tx);
  return Number(count);
}
