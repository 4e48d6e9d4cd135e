/**
 * All SQL of reconciliation. It reads the books of all holders, because their outside accounts are one bank or
 * acquirer. Must never post, and must never be reachable from a holder's interface.
 */

import { sql } from 'kysely';
import { lockBeforeDirectory } from '../../base/database/cluster.ts';
import {
  bool,
  bytea,
  date,
  int4,
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
import { sentRows, taken, unnested } from '../../base/database/unnested.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { OpenLine } from './match-lines.ts';
import type { LineDetails, StatementLine, StatementSource } from './statement-line.ts';

/** One outside source in one mode. */
export type Outside = { mode: Mode; source: StatementSource };

/** Serializes imports and matching of one source until the transaction ends. */
export async function lockOutside(tx: Tx, { mode, source }: Outside): Promise<void> {
  const name = `reconciliation/${mode}/${source}`;
  await lockBeforeDirectory(tx, sql`hashtextextended(${name}, 0)`);
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
  file: {
    account: string;
    fileName: string;
    fileHash: Buffer;
    format?: string | undefined;
    layout?: string | undefined;
  },
  at: Date,
): Promise<bigint> {
  const { account, fileName, fileHash, format = null, layout = null } = file;
  const row = await tx
    .insertInto('statementImports')
    .values({ mode, source, account, fileName, fileHash, format, layout, importedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The accounts that statements of the source named, as they were named; empty: a statement named none. */
export async function listStatementAccounts(db: Database | Tx, { mode, source }: Outside): Promise<string[]> {
  const rows = await query({ account: text })`
    select distinct account from statement_imports
    where mode = ${mode} and source = ${source} order by account`.execute(db);
  return rows.map(({ account }) => account);
}

type HashedLine = StatementLine & { hash: Buffer };

const sentLines = sentRows<HashedLine>()({
  lineNumber: int4,
  lineHash: taken(bytea, ({ hash }: HashedLine) => hash),
  bookedOn: date,
  bookedTime: text,
  currency: text,
  amount: int8,
  direction: text,
  reference: text,
  bankId: text,
  valueOn: taken(date, ({ facts }: HashedLine) => facts?.valueOn),
  endToEndId: taken(text, ({ facts }: HashedLine) => facts?.endToEndId),
  counterpartyName: taken(text, ({ facts }: HashedLine) => facts?.counterpartyName),
  counterpartyAccount: taken(text, ({ facts }: HashedLine) => facts?.counterpartyAccount),
  bankCode: taken(text, ({ facts }: HashedLine) => facts?.bankCode),
  reverses: taken(bool, ({ facts }: HashedLine) => facts?.reverses ?? false),
  charges: taken(int8, ({ facts }: HashedLine) => facts?.charges),
  returnReason: taken(text, ({ facts }: HashedLine) => facts?.returnReason),
  details: taken(jsonb<string>(), ({ facts }: HashedLine) => facts?.details && JSON.stringify(facts.details)),
});

/** @param lines with the hash of what each says, whatever its direction (`factsHash`). */
export async function insertLines(
  tx: Tx,
  { mode, source }: Outside,
  importId: bigint,
  lines: readonly HashedLine[],
): Promise<void> {
  await command`
    insert into statement_lines (import_id, mode, source, ${sentLines.names})
    select ${importId}::bigint, ${mode}, ${source}, l.* from ${sentLines.as('l', lines)}
    order by l.line_number`.execute(tx);
}

/** @param lines of the same file, read with their directions. @returns how many of them had none. */
export async function setDirections(tx: Tx, importId: bigint, lines: readonly StatementLine[]): Promise<number> {
  const rows = await query({ id: int8 })`
    update statement_lines l set amount = r.amount, direction = 'read', sign_turned = r.amount < 0
    from ${unnested('r', lines, { lineNumber: int4, amount: int8 })}
    where l.import_id = ${importId} and l.line_number = r.line_number and abs(l.amount) = abs(r.amount)
      and l.direction = 'unknown'
    returning l.id`.execute(tx);
  return rows.length;
}

/** A condition for lines that a person has no question about: only these are matched, credited and added up. */
export const isDecided = (alias: string) =>
  sql.raw(`(${alias}.direction <> 'unknown' and coalesce(${alias}.duplicate, 'other') = 'other')`);

/** A condition for lines of which the books don't explain everything. */
export const isOpen = (alias: string) => sql.raw(`${alias}.matched_amount <> ${alias}.amount`);

/** A condition for lines that are not one of an earlier statement. */
export const isOfItsOwn = (alias: string) => sql.raw(`coalesce(${alias}.duplicate, 'other') <> 'same'`);

/** All that statements say of a line in words. */
export const textOf = (alias: string) => sql.raw(`concat_ws(' ', ${alias}.reference, ${alias}.added_text)`);

const openLine = { id: int8, currency: text, amount: int8, reference: text, endToEndId: nullable(text) };
const openColumns = sql`id, currency, amount, ${textOf('l')} as reference, end_to_end_id as "endToEndId"`;
const collectable = { ...openLine, charges: nullable(int8), payments: int4 };

/** `payments`: of how many that are in it something is known. */
export type CollectableLine = RowOf<typeof collectable>;

/**
 * The lines that automatic matching may match, those of one currency and amount together. @returns at most `limit` after
 * `after`.
 */
export async function listOpenLines(
  tx: Tx,
  { mode, source }: Outside,
  after: OpenLine | undefined,
  limit: number,
): Promise<CollectableLine[]> {
  const from =
    after === undefined ? sql`true` : sql`(currency, amount, id) > (${after.currency}, ${after.amount}, ${after.id})`;
  return query(collectable)`
    select ${openColumns}, charges, coalesce(jsonb_array_length(details -> 'payments'), 0) as payments
    from statement_lines l
    where mode = ${mode} and source = ${source} and matched_amount = 0 and not rules_off and ${isDecided('l')}
      and ${from}
    order by currency, amount, id limit ${limit}`.execute(tx);
}

/** What is known of the payments in these lines, by line. */
export async function findDetails(db: Database | Tx, ids: readonly bigint[]): Promise<Map<bigint, LineDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await query({ id: int8, details: nullable(jsonb<LineDetails>()) })`
    select id, details from statement_lines where id = any(${ids}::bigint[]) and details is not null`.execute(db);
  return new Map(rows.flatMap(({ id, details }) => (details === null ? [] : [[id, details] as const])));
}

const openLinesOfMoneyMax = 1_000;

/** The open lines of one currency and amount that automatic matching may match, the oldest first. */
export async function listOpenLinesOf(
  tx: Tx,
  { mode, source }: Outside,
  { currency, amount }: { currency: string; amount: bigint },
): Promise<OpenLine[]> {
  return query(openLine)`
    select ${openColumns} from statement_lines l
    where mode = ${mode} and source = ${source} and currency = ${currency} and amount = ${amount}
      and matched_amount = 0 and not rules_off and ${isDecided('l')}
    order by id limit ${openLinesOfMoneyMax}`.execute(tx);
}

type TransferKey = { holderId: bigint; id: bigint };

/** `amount`: what is the same money, in minor units signed as on the statement. */
type Match = { lineId: bigint; transfer: TransferKey; amount: bigint };

const sentMatches = sentRows<Match>()({
  lineId: int8,
  transferHolderId: taken(int8, ({ transfer }: Match) => transfer.holderId),
  transferId: taken(int8, ({ transfer }: Match) => transfer.id),
  amount: int8,
});

/** The caller has locked the source. */
export async function insertMatches(
  tx: Tx,
  { source }: Outside,
  matches: readonly Match[],
  byHand: boolean,
  at: Date,
): Promise<void> {
  if (matches.length === 0) return;
  await command`
    with added as (
      insert into statement_matches (source, matched_at, by_hand, ${sentMatches.names})
      select ${source}, ${at}::timestamptz, ${byHand}::boolean, m.* from ${sentMatches.as('m', matches)}
      returning line_id, amount)
    update statement_lines l set matched_amount = matched_amount + a.amount
    from (select line_id, sum(amount) as amount from added group by line_id) a where l.id = a.line_id`.execute(tx);
}

const storedMatch = {
  lineId: int8,
  holderId: int8,
  id: int8,
  amount: int8,
  matchedAt: timestamptz,
  byHand: bool,
};

/** A transfer with which a line is matched, and how much of it. */
export type StoredMatch = RowOf<typeof storedMatch>;

/** By line, the first match first. */
export async function findMatches(db: Database | Tx, lineIds: readonly bigint[]): Promise<Map<bigint, StoredMatch[]>> {
  if (lineIds.length === 0) return new Map();
  const rows = await query(storedMatch)`
    select line_id as "lineId", transfer_holder_id as "holderId", transfer_id as id, amount, matched_at as "matchedAt",
      by_hand as "byHand"
    from statement_matches where line_id = any(${lineIds}::bigint[])
    order by line_id, matched_at, transfer_holder_id, transfer_id`.execute(db);
  return Map.groupBy(rows, ({ lineId }) => lineId);
}

/** A person's answer. @param amount with the sign that it says. */
export async function saveDirection(tx: Tx, lineId: bigint, direction: 'in' | 'out', amount: bigint): Promise<void> {
  // A line whose direction is not known has an amount above 0.
  const signTurned = direction === 'out';
  await tx.updateTable('statementLines').set({ direction, amount, signTurned }).where('id', '=', lineId).execute();
}

export async function saveDuplicate(tx: Tx, lineId: bigint, duplicate: 'same' | 'other'): Promise<void> {
  await tx.updateTable('statementLines').set({ duplicate }).where('id', '=', lineId).execute();
}

/** Removes matches of a line. @param rulesOff from then on the line is only matched by hand. */
export async function deleteMatches(
  tx: Tx,
  lineId: bigint,
  transfers: readonly TransferKey[],
  rulesOff: boolean,
): Promise<void> {
  await command`
    with removed as (
      delete from statement_matches m using ${unnested('k', transfers, { holderId: int8, id: int8 })}
      where m.line_id = ${lineId} and m.transfer_holder_id = k.holder_id and m.transfer_id = k.id
      returning m.amount)
    update statement_lines set rules_off = ${rulesOff},
      matched_amount = matched_amount - (select coalesce(sum(amount), 0) from removed)
    where id = ${lineId}`.execute(tx);
}

export async function setNote(tx: Tx, lineId: bigint, note: string | null): Promise<void> {
  await tx.updateTable('statementLines').set({ note }).where('id', '=', lineId).execute();
}

export const storedLine = {
  mode: oneOf(...modes),
  source: text,
  id: int8,
  importId: int8,
  lineNumber: int4,
  bookedOn: text,
  currency: text,
  amount: int8,
  direction: oneOf('read', 'unknown', 'in', 'out'),
  duplicate: nullable(oneOf('possible', 'same', 'other')),
  reference: text,
  /** What of it the books explain. */
  matchedAmount: int8,
  rulesOff: bool,
  note: nullable(text),
  valueOn: nullable(text),
  endToEndId: nullable(text),
  counterpartyName: nullable(text),
  counterpartyAccount: nullable(text),
  bankCode: nullable(text),
  reverses: bool,
  charges: nullable(int8),
  returnReason: nullable(text),
};

export type StoredLine = RowOf<typeof storedLine>;

export const lineColumns = sql.raw(`l.id, l.import_id as "importId", l.mode, l.source, l.line_number as "lineNumber",
  l.booked_on::text as "bookedOn", l.currency, l.amount, l.direction, l.duplicate,
  concat_ws(' ', l.reference, l.added_text) as reference, l.matched_amount as "matchedAmount",
  l.rules_off as "rulesOff", l.note, l.value_on::text as "valueOn", l.end_to_end_id as "endToEndId",
  l.counterparty_name as "counterpartyName", l.counterparty_account as "counterpartyAccount", l.bank_code as "bankCode",
  l.reverses, l.charges, l.return_reason as "returnReason"`);

export async function findLine(db: Database | Tx, id: bigint): Promise<StoredLine | undefined> {
  return query(storedLine)`
    select ${lineColumns} from statement_lines l where l.id = ${id}`.executeTakeFirst(db);
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
    where mode = ${mode} and source = ${source} and ${isOpen('l')} and ${isOfItsOwn('l')}
      and booked_on between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')
    order by booked_on, id limit ${limit}`.execute(db);
}
