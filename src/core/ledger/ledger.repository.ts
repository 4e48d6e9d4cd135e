/** All SQL of the ledger. Never updates or deletes a transfer; balances change only in `insertTransfers`. */

import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { int4, int8, oneOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken } from '../../base/database/unnested.ts';
import { modes } from '../../base/money/mode.ts';
import { accountColumns, accountShape, keysOf, ofAccounts } from './account-sql.ts';
import { type AccountRef, accountIn, accountKey, type Book, formatAccount, holdersOf } from './accounts.ts';
import type { Subject } from './subject.ts';
import type { TransferCode } from './transfer.ts';

export type AccountRow = { id: bigint; balance: bigint } & AccountRef;

const accountRow = {
  holderId: int8,
  id: int8,
  mode: oneOf(...modes),
  currency: text,
  ...accountShape,
  balance: int8,
};

const columns = sql`a.holder_id as "holderId", a.id, a.mode, a.currency, ${accountColumns('a')}, a.balance`;

type NewAccount = AccountRef & { floor: bigint | null };

const newAccountColumns = {
  currency: text,
  kind: text,
  linkId: int8,
  source: text,
  shadowRef: text,
  shadowName: text,
  floor: int8,
};
const accountsSent = sentRows<NewAccount>()(newAccountColumns);
const accountsInOrder = sentRows<NewAccount & { ordinal: number }>()({ ...newAccountColumns, ordinal: int4 });

/**
 * Opens the accounts of one book that don't exist yet, in sorted order so that concurrent callers don't deadlock.
 * @returns the ids of all of them.
 */
export async function openAccounts(
  tx: Tx,
  book: Book,
  accounts: readonly { ref: AccountRef; floor: bigint | null }[],
): Promise<bigint[]> {
  const all = accounts.map(({ ref }) => ref);
  const known = await findAccounts(tx, all);
  const missing = accounts
    .map(({ ref, floor }) => ({ ref, floor, name: `${ref.currency} ${formatAccount(ref)}` }))
    .filter(({ ref }) => !known.has(accountKey(ref)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (missing.length === 0) return idsOf(known);
  const sent = missing.map(({ ref, floor }, ordinal) => ({ ...ref, floor, ordinal }));
  await command`
    insert into accounts (holder_id, mode, ${accountsSent.names})
    select ${book.holderId}::bigint, ${book.mode}, ${accountsSent.names}
    from ${accountsInOrder.as('a', sent)} order by ordinal
    on conflict (holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name) do nothing`.execute(tx);
  return idsOf(await findAccounts(tx, all));
}

const idsOf = (accounts: ReadonlyMap<string, AccountRow>): bigint[] => [...accounts.values()].map(({ id }) => id);

/**
 * Locks accounts of one book in id order and returns them with their balances. The condition uses only ids: after a
 * lock wait PostgreSQL re-evaluates the condition on the new row version, and a join with rows read before could drop
 * it.
 */
export async function lockAccounts(tx: Tx, { holderId }: Book, ids: readonly bigint[]): Promise<AccountRow[]> {
  return ofAccounts(
    await query(accountRow)`
    select ${columns}
    from accounts a
    where a.holder_id = ${holderId} and a.id = any(${[...ids]}::bigint[])
    order by a.id
    for update`.execute(tx),
  );
}

/** Without a lock: for display only. */
export async function findAccountsById(
  db: Database | Tx,
  holderId: bigint,
  ids: readonly bigint[],
): Promise<AccountRow[]> {
  return ofAccounts(
    await query(accountRow)`
    select ${columns} from accounts a
    where a.holder_id = ${holderId} and a.id = any(${[...ids]}::bigint[]) order by a.id`.execute(db),
  );
}

export type TransferRow = {
  currency: string;
  fromAccountId: bigint;
  toAccountId: bigint;
  amount: bigint;
  code: string;
  subject: Subject;
  line: number;
  settlementId: bigint | null;
  reversesId: bigint | null;
};

const transferColumns = sentRows<TransferRow>()({
  currency: text,
  fromAccountId: int8,
  toAccountId: int8,
  amount: int8,
  code: text,
  subjectKind: taken(text, ({ subject }: TransferRow) => subject.kind),
  subjectId: taken(text, ({ subject }: TransferRow) => subject.id),
  line: int4,
  settlementId: int8,
  reversesId: int8,
});

/** Posts transfers of one book and updates each account's balance once, by its net amount, in one statement. */
export async function insertTransfers(tx: Tx, book: Book, rows: readonly TransferRow[], at: Date): Promise<void> {
  await command`
    with drafts as (
      select * from ${transferColumns.as('d', rows)}
    ), posted as (
      insert into transfers (holder_id, mode, ${transferColumns.names}, created_at)
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

/** The balance of an account in minor units; 0 when it was never opened. Takes no lock: for display only. */
export async function findBalance(db: Database | Tx, ref: AccountRef): Promise<bigint> {
  return (await findBalances(db, [ref])).get(accountKey(ref)) ?? 0n;
}

/**
 * Balances in minor units of accounts in any books, by account key; accounts never opened are left out. Takes no lock.
 */
export async function findBalances(db: Database | Tx, refs: readonly AccountRef[]): Promise<Map<string, bigint>> {
  return new Map([...(await findAccounts(db, refs))].map(([key, { balance }]) => [key, balance]));
}

async function findAccounts(db: Database | Tx, refs: readonly AccountRef[]): Promise<Map<string, AccountRow>> {
  if (refs.length === 0) return new Map();
  const rows = await query(accountRow)`
    select ${columns} from (${keysOf(refs)}) k
    join accounts a on a.holder_id = k.holder_id and a.id = k.id
    where a.holder_id = any(${holdersOf(refs)}::bigint[])`.execute(db);
  return new Map(ofAccounts(rows).map((row) => [accountKey(row), row]));
}

/** Whether any transfer exists for a subject in a book. Decide from it only while the subject's row is locked. */
export async function isPosted(tx: Tx, { holderId, mode }: Book, subject: Subject): Promise<boolean> {
  const row = await tx
    .selectFrom('transfers')
    .select('id')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The first line that transfers of this subject and code have not used in any of these books. Use it only while what
 * the subject stands for is locked.
 */
export async function nextLine(tx: Tx, subject: Subject, code: TransferCode, books: readonly Book[]): Promise<number> {
  const { next } = await query({ next: int4 })`
    select coalesce(max(line) + 1, 0) as next from transfers
    where holder_id = any(${books.map(({ holderId }) => holderId)}::bigint[])
      and mode = any(${books.map(({ mode }) => mode)}::text[]) and subject_kind = ${subject.kind}
      and subject_id = ${subject.id} and code = ${code}`.executeTakeFirstOrThrow(tx);
  return next;
}

/** A transfer with both accounts. */
export type PostedTransfer = {
  id: bigint;
  from: AccountRef;
  to: AccountRef;
  /** Minor units. */
  amount: bigint;
  code: string;
  line: number;
};

/** The transfers of a subject in a book, in the order in which they were posted. */
export async function findTransfers(
  db: Database | Tx,
  { holderId, mode }: Book,
  subject: Subject,
): Promise<PostedTransfer[]> {
  const rows = await query({ id: int8, amount: int8, code: text, line: int4, fromAccountId: int8, toAccountId: int8 })`
    select id, amount, code, line, from_account_id as "fromAccountId", to_account_id as "toAccountId"
    from transfers
    where holder_id = ${holderId} and mode = ${mode} and subject_kind = ${subject.kind} and subject_id = ${subject.id}
    order by id`.execute(db);
  return withAccounts(db, holderId, rows);
}

/** Transfers of one holder with both accounts instead of their ids. */
export async function withAccounts<Row extends { fromAccountId: bigint; toAccountId: bigint }>(
  db: Database | Tx,
  holderId: bigint,
  rows: readonly Row[],
): Promise<(Omit<Row, 'fromAccountId' | 'toAccountId'> & { from: AccountRef; to: AccountRef })[]> {
  const ids = [...new Set(rows.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId]))];
  const ends = new Map((await findAccountsById(db, holderId, ids)).map((row) => [row.id, accountIn(row, row)]));
  return rows.map(({ fromAccountId, toAccountId, ...row }) => {
    const [from, to] = [ends.get(fromAccountId), ends.get(toAccountId)];
    assert(from && to, 'a transfer has its accounts');
    return { ...row, from, to };
  });
}

/** All accounts of a book, ordered by currency and id. */
export async function listAccounts(db: Database | Tx, { holderId, mode }: Book): Promise<AccountRow[]> {
  return ofAccounts(
    await query(accountRow)`
    select ${columns} from accounts a
    where a.holder_id = ${holderId} and a.mode = ${mode}
    order by a.currency, a.id`.execute(db),
  );
}
