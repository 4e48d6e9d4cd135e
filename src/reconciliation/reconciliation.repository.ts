/**
 * All SQL of reconciliation. It reads the books of all holders, because their outside accounts are one bank or
 * acquirer. Must never post, and must never be reachable from a holder's interface.
 */
import { sql } from 'kysely';
import { bool, int4, int8, nullable, oneOf, type RowOf, text, textArray, timestamptz } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { acquirerReferenceInSql, isAccount, subjectShape } from '../ledger/account-sql.ts';
import { ledgerAccount } from '../ledger/accounts.ts';
import { type Mode, modes } from '../money/mode.ts';
import type { OpenLine, OpenTransfer } from './match-lines.ts';
import type { StatementLine, StatementSource } from './statement-line.ts';

/** One outside source in one mode. */
export type Outside = { mode: Mode; source: StatementSource };

/** Serializes imports and matching of one source until the transaction ends. */
export async function lockOutside(tx: Tx, { mode, source }: Outside): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtextextended(${`reconciliation/${mode}/${source}`}, 0))`.execute(tx);
}

export type StatementImport = Outside & { id: bigint; account: string; fileName: string; importedAt: Date };

export async function findImport(
  db: Database | Tx,
  { mode, source }: Outside,
  fileHash: Buffer,
): Promise<StatementImport | undefined> {
  return db
    .selectFrom('statementImports')
    .select(['id', 'mode', 'source', 'account', 'fileName', 'importedAt'])
    .where('mode', '=', mode)
    .where('source', '=', source)
    .where('fileHash', '=', fileHash)
    .executeTakeFirst();
}

export async function insertImport(
  tx: Tx,
  { mode, source }: Outside,
  file: { account: string; fileName: string; fileHash: Buffer },
  at: Date,
): Promise<bigint> {
  const { account, fileName, fileHash } = file;
  const row = await tx
    .insertInto('statementImports')
    .values({ mode, source, account, fileName, fileHash, importedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns the line numbers of the new lines; the others came with an earlier import. */
export async function insertLines(
  tx: Tx,
  { mode, source }: Outside,
  importId: bigint,
  lines: readonly (StatementLine & { hash: Buffer })[],
): Promise<number[]> {
  const rows = await query({ number: int4 })`
    insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
    select ${importId}::bigint, ${mode}, ${source}, l.*
    from unnest(
      ${lines.map((line) => line.lineNumber)}::integer[], ${lines.map((line) => line.hash)}::bytea[],
      ${lines.map((line) => line.bookedOn)}::date[], ${lines.map((line) => line.currency)}::text[],
      ${lines.map((line) => line.amount)}::bigint[], ${lines.map((line) => line.reference)}::text[]) as l
    on conflict (mode, source, line_hash) do nothing
    returning line_number as number`.execute(tx);
  return rows.map((row) => row.number);
}

/** The lines that automatic matching may match. */
export async function listOpenLines(tx: Tx, { mode, source }: Outside): Promise<OpenLine[]> {
  return tx
    .selectFrom('statementLines')
    .select(['id', 'currency', 'amount', 'reference'])
    .where('mode', '=', mode)
    .where('source', '=', source)
    .where('transferId', 'is', null)
    .where('rulesOff', '=', false)
    .orderBy('id')
    .execute();
}

/**
 * Every transfer to or from an outside account, signed as on a statement: a transfer out of the outside account came
 * in.
 */
const touching = ({ mode, source }: Outside) => sql`
  select t.holder_id, t.id, t.currency, t.amount, t.code, t.subject_kind, t.subject_id, t.created_at
  from accounts a join transfers t on t.holder_id = a.holder_id and t.from_account_id = a.id
  where a.mode = ${mode} and ${isAccount('a', ledgerAccount.outside(source))}
  union all
  select t.holder_id, t.id, t.currency, -t.amount, t.code, t.subject_kind, t.subject_id, t.created_at
  from accounts a join transfers t on t.holder_id = a.holder_id and t.to_account_id = a.id
  where a.mode = ${mode} and ${isAccount('a', ledgerAccount.outside(source))}`;

const unmatched = ({ source }: Outside) => sql`not exists (
  select from statement_lines l
  where l.transfer_holder_id = t.holder_id and l.transfer_id = t.id and l.source = ${source})`;

/**
 * The references of a transfer: its subject's id; for top-ups that of the bank transfer; for payments the ids of the
 * payment and its paying attempt.
 */
const referencesOf = sql`
  (select array_agg(distinct name) from (
    select case t.code
      when 'acquirer_payout' then ${acquirerReferenceInSql('t')}
      when 'acquirer_fee' then ${acquirerReferenceInSql('t')}
      else case when t.subject_id !~ '^[0-9]*$' then t.subject_id end end as name
    union all
    select u.reference from top_ups u
    where t.subject_kind = 'top_up' and u.holder_id = t.holder_id and u.id = t.subject_id
    union all
    select unnest(array[p.id, p.trx_id, y.id, y.provider_ref collate "C"])
    from (values (t.subject_kind, t.subject_id)) as s (kind, id)
    left join refunds r on s.kind = 'refund' and r.holder_id = t.holder_id and r.id = s.id
    left join payments p on p.holder_id = t.holder_id
      and p.id = coalesce(r.payment_id, case s.kind when 'payment' then s.id end)
    left join payment_attempts y on y.holder_id = t.holder_id
      and ((y.payment_id = p.id and y.status = 'succeeded') or (s.kind = 'attempt' and y.id = s.id))) named
  where name is not null)`;

/** The unmatched transfers with the currency, direction and amount of one of these. */
export async function listOpenTransfers(
  db: Database | Tx,
  outside: Outside,
  wanted: readonly { currency: string; amount: bigint }[],
): Promise<OpenTransfer[]> {
  const distinct = [...new Map(wanted.map((one) => [`${one.currency}/${one.amount}`, one])).values()];
  if (distinct.length === 0) return [];
  return query({ holderId: int8, id: int8, currency: text, amount: int8, references: textArray })`
    select t.holder_id as "holderId", t.id, t.currency, t.amount, coalesce(${referencesOf}, '{}') as references
    from (${touching(outside)}) t
    where (t.currency, t.amount) in (
      select * from unnest(${distinct.map((one) => one.currency)}::text[], ${distinct.map((one) => one.amount)}::bigint[]))
      and ${unmatched(outside)}
    order by t.holder_id, t.id`.execute(db);
}

export async function setMatches(
  tx: Tx,
  matches: readonly { lineId: bigint; transfer: { holderId: bigint; id: bigint } }[],
  byHand: boolean,
  at: Date,
): Promise<void> {
  if (matches.length === 0) return;
  await command`
    update statement_lines l set transfer_holder_id = m.holder_id, transfer_id = m.transfer_id, matched_at = ${at},
      by_hand = ${byHand}
    from unnest(${matches.map((one) => one.lineId)}::bigint[], ${matches.map((one) => one.transfer.holderId)}::bigint[],
      ${matches.map((one) => one.transfer.id)}::bigint[]) as m (line_id, holder_id, transfer_id)
    where l.id = m.line_id and l.transfer_id is null`.execute(tx);
}

/** Removes a match. @param rulesOff from then on the line is only matched by hand. */
export async function clearMatch(tx: Tx, lineId: bigint, rulesOff: boolean): Promise<void> {
  await tx
    .updateTable('statementLines')
    .set({ transferHolderId: null, transferId: null, matchedAt: null, byHand: false, rulesOff })
    .where('id', '=', lineId)
    .execute();
}

export async function setNote(tx: Tx, lineId: bigint, note: string | null): Promise<void> {
  await tx.updateTable('statementLines').set({ note }).where('id', '=', lineId).execute();
}

export const storedLine = {
  mode: oneOf(...modes),
  source: oneOf('bank', 'card', 'onlinewallet'),
  id: int8,
  importId: int8,
  lineNumber: int4,
  bookedOn: text,
  currency: text,
  amount: int8,
  reference: text,
  transferHolderId: nullable(int8),
  transferId: nullable(int8),
  matchedAt: nullable(timestamptz),
  byHand: bool,
  rulesOff: bool,
  note: nullable(text),
};

export type StoredLine = RowOf<typeof storedLine>;

export const lineColumns = sql.raw(`l.id, l.import_id as "importId", l.mode, l.source, l.line_number as "lineNumber",
  l.booked_on::text as "bookedOn", l.currency, l.amount, l.reference, l.transfer_holder_id as "transferHolderId",
  l.transfer_id as "transferId", l.matched_at as "matchedAt", l.by_hand as "byHand", l.rules_off as "rulesOff", l.note`);

export async function findLine(db: Database | Tx, id: bigint): Promise<StoredLine | undefined> {
  return query(storedLine)`
    select ${lineColumns} from statement_lines l where l.id = ${id}`.executeTakeFirst(db);
}

const outsideTransfer = {
  holderId: int8,
  id: int8,
  currency: text,
  /** Signed as on a statement. */
  amount: int8,
  code: text,
  createdAt: timestamptz,
  ...subjectShape,
};

export type OutsideTransfer = RowOf<typeof outsideTransfer>;

const transferColumns = sql.raw(
  't.holder_id as "holderId", t.id, t.currency, t.amount, t.code, t.subject_kind as "subjectKind", t.subject_id as "subjectId", t.created_at as "createdAt"',
);

/** A transfer of any book at this source, and the line it is matched with. */
export async function findOutsideTransfer(
  db: Database | Tx,
  outside: Outside,
  key: { holderId: bigint; id: bigint },
): Promise<(OutsideTransfer & { lineId: bigint | null }) | undefined> {
  return query({ ...outsideTransfer, lineId: nullable(int8) })`
    select ${transferColumns}, l.id as "lineId"
    from (${touching(outside)}) t
    left join statement_lines l
      on l.transfer_holder_id = t.holder_id and l.transfer_id = t.id and l.source = ${outside.source}
    where t.holder_id = ${key.holderId} and t.id = ${key.id}`.executeTakeFirst(db);
}

/** Both days inclusive; a transfer's day is in UTC. */
export type Days = { from: string | undefined; to: string | undefined };

export async function listUnmatchedLines(
  db: Database | Tx,
  { mode, source }: Outside,
  { from = undefined, to = undefined }: Days,
  limit: number,
): Promise<StoredLine[]> {
  return query(storedLine)`
    select ${lineColumns} from statement_lines l
    where mode = ${mode} and source = ${source} and transfer_id is null
      and booked_on between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')
    order by booked_on, id limit ${limit}`.execute(db);
}

export async function listUnmatchedTransfers(
  db: Database | Tx,
  outside: Outside,
  { from, to }: Days,
  limit: number,
): Promise<OutsideTransfer[]> {
  return query(outsideTransfer)`
    select ${transferColumns} from (${touching(outside)}) t
    where ${unmatched(outside)} and (t.created_at at time zone 'UTC')::date
      between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')
    order by t.created_at, t.holder_id, t.id limit ${limit}`.execute(db);
}

/** Minor units. `books`: minus the outside balances of all books. `statements`: the sum of all lines. */
const outsideTotal = {
  currency: text,
  books: int8,
  statements: int8,
  unmatchedLines: int8,
  unmatchedLinesAmount: int8,
  unmatchedTransfers: int8,
  unmatchedTransfersAmount: int8,
};

export type OutsideTotal = RowOf<typeof outsideTotal>;

/** Totals by currency over all time, because balances have no start date. */
export async function sumOutside(db: Database | Tx, outside: Outside): Promise<OutsideTotal[]> {
  const { mode, source } = outside;
  return query(outsideTotal)`
    with books as (
      select currency, -sum(balance)::bigint as amount from accounts
      a where mode = ${mode} and ${isAccount('a', ledgerAccount.outside(source))} group by currency
    ), lines as (
      select currency, sum(amount)::bigint as amount, count(*) filter (where transfer_id is null) as open,
        coalesce(sum(amount) filter (where transfer_id is null), 0)::bigint as open_amount
      from statement_lines where mode = ${mode} and source = ${source} group by currency
    ), transfers_open as (
      select t.currency, count(*) as open, sum(t.amount)::bigint as open_amount
      from (${touching(outside)}) t where ${unmatched(outside)} group by t.currency
    )
    select c.currency, coalesce(b.amount, 0)::bigint as books, coalesce(l.amount, 0)::bigint as statements,
      coalesce(l.open, 0)::bigint as "unmatchedLines", coalesce(l.open_amount, 0)::bigint as "unmatchedLinesAmount",
      coalesce(t.open, 0)::bigint as "unmatchedTransfers",
      coalesce(t.open_amount, 0)::bigint as "unmatchedTransfersAmount"
    from (select currency from books union select currency from lines) c
    left join books b on b.currency = c.currency
    left join lines l on l.currency = c.currency
    left join transfers_open t on t.currency = c.currency
    order by c.currency`.execute(db);
}
