/** All SQL of the ledger. Never updates or deletes a transfer; a balance moves only in `insertTransfers`. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { type AccountRef, accountKey, type Book } from './accounts.ts';

export type AccountRow = { holderId: bigint; id: bigint; balance: bigint } & Omit<AccountRef, 'holderId'>;

const columns = sql.raw('holder_id as "holderId", id, mode, currency, purpose, balance');

/** Opens the accounts of one book that don't exist yet. Sorted, so that two openers wait instead of deadlocking. */
export async function openAccounts(
  tx: Tx,
  book: Book,
  accounts: { currency: string; purpose: string; floor: bigint | null }[],
): Promise<void> {
  await sql`
    insert into accounts (holder_id, mode, currency, purpose, floor)
    select ${book.holderId}::bigint, ${book.mode}, a.currency, a.purpose, a.floor
    from unnest(
      ${accounts.map((a) => a.currency)}::text[],
      ${accounts.map((a) => a.purpose)}::text[],
      ${accounts.map((a) => a.floor)}::bigint[]) as a (currency, purpose, floor)
    where not exists (
      select from accounts x
      where x.holder_id = ${book.holderId} and x.mode = ${book.mode}
        and x.currency = a.currency and x.purpose = a.purpose)
    order by a.currency collate "C", a.purpose collate "C"
    on conflict (holder_id, mode, currency, purpose) do nothing`.execute(tx);
}

/** Locks accounts of one book in id order and returns them with their balances. */
export async function lockAccounts(
  tx: Tx,
  book: Book,
  accounts: { currency: string; purpose: string }[],
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns}
    from accounts
    where holder_id = ${book.holderId} and mode = ${book.mode}
      and (currency, purpose) in (
        select * from unnest(${accounts.map((a) => a.currency)}::text[], ${accounts.map((a) => a.purpose)}::text[]))
    order by id
    for update`.execute(tx);
  return rows;
}

export type TransferRow = {
  currency: string;
  fromAccountId: bigint;
  toAccountId: bigint;
  amount: bigint;
  code: string;
  subject: string;
  line: number;
  settlementId: bigint | null;
  reversesId: bigint | null;
};

/** Posts transfers of one book and moves each account's balance once, by its net amount, in one statement. */
export async function insertTransfers(tx: Tx, book: Book, rows: readonly TransferRow[], at: Date): Promise<void> {
  await sql`
    with drafts as (
      select * from unnest(
        ${rows.map((r) => r.currency)}::text[],
        ${rows.map((r) => r.fromAccountId)}::bigint[],
        ${rows.map((r) => r.toAccountId)}::bigint[],
        ${rows.map((r) => r.amount)}::bigint[],
        ${rows.map((r) => r.code)}::text[],
        ${rows.map((r) => r.subject)}::text[],
        ${rows.map((r) => r.line)}::integer[],
        ${rows.map((r) => r.settlementId)}::bigint[],
        ${rows.map((r) => r.reversesId)}::bigint[])
        as d (currency, from_account_id, to_account_id, amount, code, subject, line, settlement_id, reverses_id)
    ), posted as (
      insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject, line,
        settlement_id, reverses_id, created_at)
      select ${book.holderId}::bigint, ${book.mode}, d.*, ${at}::timestamptz from drafts d
      returning from_account_id, to_account_id, amount
    ), moves as (
      select account_id, sum(delta)::bigint as delta
      from (
        select from_account_id as account_id, -amount as delta from posted
        union all
        select to_account_id, amount from posted) m
      group by account_id
    )
    update accounts a set balance = a.balance + m.delta
    from moves m
    where a.holder_id = ${book.holderId} and a.id = m.account_id`.execute(tx);
}

/** The balance of an account in minor units; 0 for one that was never opened. Not locked: for reading only. */
export async function findBalance(db: Database | Tx, ref: AccountRef): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from accounts
    where holder_id = ${ref.holderId} and mode = ${ref.mode} and currency = ${ref.currency}
      and purpose = ${ref.purpose}`.execute(db);
  return rows[0]?.balance ?? 0n;
}

/** The balances of accounts of any books by their keys, in minor units; those never opened are left out. Not locked. */
export async function findBalances(db: Database | Tx, refs: readonly AccountRef[]): Promise<Map<string, bigint>> {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<AccountRow>`
    select a.holder_id as "holderId", a.id, a.mode, a.currency, a.purpose, a.balance
    from unnest(
      ${refs.map((ref) => ref.holderId)}::bigint[], ${refs.map((ref) => ref.mode)}::text[],
      ${refs.map((ref) => ref.currency)}::text[], ${refs.map((ref) => ref.purpose)}::text[])
      as r (holder_id, mode, currency, purpose)
    join accounts a on a.holder_id = r.holder_id and a.mode = r.mode and a.currency = r.currency
      and a.purpose = r.purpose`.execute(db);
  return new Map(rows.map((row) => [accountKey(row), row.balance]));
}

/** Whether anything was posted for a subject in a book. Only good for deciding while what it belongs to is locked. */
export async function isPosted(tx: Tx, { holderId, mode }: Book, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from transfers where holder_id = ${holderId} and mode = ${mode} and subject = ${subject} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A transfer with both of its ends. */
export type PostedTransfer = {
  id: bigint;
  from: AccountRef;
  to: AccountRef;
  /** Minor units. */
  amount: bigint;
  code: string;
  line: number;
};

type PostedRow = Omit<PostedTransfer, 'from' | 'to'> & { currency: string; fromPurpose: string; toPurpose: string };

/** What was posted for a subject in a book, in the order it was posted in. */
export async function findTransfers(db: Database | Tx, { holderId, mode }: Book, subject: string) {
  const { rows } = await sql<PostedRow>`
    select t.id, t.currency, t.amount, t.code, t.line, f.purpose as "fromPurpose", p.purpose as "toPurpose"
    from transfers t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.holder_id = ${holderId} and t.mode = ${mode} and t.subject = ${subject}
    order by t.id`.execute(db);
  return rows.map(({ currency, fromPurpose, toPurpose, ...row }): PostedTransfer => {
    const end = (accountPurpose: string): AccountRef => ({ holderId, mode, currency, purpose: accountPurpose });
    return { ...row, from: end(fromPurpose), to: end(toPurpose) };
  });
}

/** Every account of a book, by currency and id. */
export async function listAccounts(db: Database | Tx, { holderId, mode }: Book): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from accounts
    where holder_id = ${holderId} and mode = ${mode}
    order by currency, id`.execute(db);
  return rows;
}
