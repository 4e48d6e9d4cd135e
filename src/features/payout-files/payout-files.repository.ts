/** All SQL of payout files and their lines. */

import { type RawBuilder, sql } from 'kysely';
import {
  bytea,
  int4,
  int8,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken } from '../../base/database/unnested.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { type BankAccount, payeeResults } from '../payouts/bank-account.ts';
import { addressOf } from '../payouts/payee-address.ts';
import type { Payout } from '../payouts/payout.ts';
import { ofPayout, payoutColumns } from '../payouts/payouts.repository.ts';
import { type MadeFile, type PayoutFileFormat, payoutFileFormats } from './payout-file.ts';

const stored = {
  id: text,
  position: int8,
  mode: oneOf(...modes),
  format: oneOf(...payoutFileFormats),
  currency: text,
  messageId: text,
  debtorAccount: nullable(text),
  payouts: int4,
  controlSum: int8,
  sha256: bytea,
  againReason: nullable(text),
  createdAt: timestamptz,
  erasedAt: nullable(timestamptz),
  givenUpAt: nullable(timestamptz),
};
const columns = {
  ...stored,
  executionDay: text,
  accepted: int4,
  rejected: int4,
  reported: int4,
  replaced: int4,
  returns: int4,
  refunds: int4,
};

export type PayoutFile = RowOf<typeof columns>;

type NewFile = {
  id: string;
  mode: Mode;
  format: PayoutFileFormat;
  currency: string;
  executionDay: string;
  debtorAccount: string | null;
  controlSum: bigint;
  againReason: string | null;
  createdAt: Date;
};

type FiledLine = MadeFile['lines'][number];

/** A line's `payout_id` is the return's or the refund's, where money goes back to its sender. */
const sentLines = sentRows<FiledLine>()({
  payoutId: taken(text, ({ paymentId }: FiledLine) => paymentId),
  line: int4,
  batchId: text,
  reference: text,
  amount: int8,
  bankAccountId: nullable(text),
});

/** One maker of files at a time, so that each sees which payouts the others have taken. */
export async function lockMaking(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtext('payout_files'))`.execute(tx);
}

/** The payouts' lines of earlier files give way to those of this one. */
export async function insertPayoutFile(tx: Tx, file: NewFile, made: MadeFile): Promise<void> {
  const { content, sha256, messageId, lines } = made;
  await tx
    .insertInto('payoutFiles')
    .values({ ...file, messageId, content, sha256, payouts: lines.length })
    .execute();
  await command`
    update payout_file_lines set superseded_by = ${file.id}
    where payout_id = any(${lines.map(({ paymentId }) => paymentId)}::text[]) and superseded_by is null`.execute(tx);
  await command`
    insert into payout_file_lines (file_id, ${sentLines.names})
    select ${file.id}::text, l.* from ${sentLines.as('l', lines)}`.execute(tx);
}

/** Of these payouts, returns and refunds, those that are in a living file, by their ids. @returns the file's id. */
export async function findLivingFiles(db: Database | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await query({ payoutId: text, fileId: text })`
    select payout_id as "payoutId", file_id as "fileId" from payout_file_lines
    where payout_id = any(${ids}::text[]) and superseded_by is null`.execute(db);
  return new Map(rows.map(({ payoutId, fileId }) => [payoutId, fileId]));
}

const file = (where: RawBuilder<unknown>) => sql`
  select ${selectList(stored, 'f')}, to_char(f.execution_day, 'YYYY-MM-DD') as "executionDay", n.* from payout_files f
  cross join lateral (
    select count(*) filter (where l.outcome = 'accepted')::integer as accepted,
      count(*) filter (where l.outcome = 'rejected')::integer as rejected,
      count(*) filter (where l.outcome is not null)::integer as reported,
      count(*) filter (where l.superseded_by is not null)::integer as replaced,
      count(*) filter (where l.payout_id like 'lr\\_%')::integer as returns,
      count(*) filter (where l.payout_id like 'ref\\_%')::integer as refunds
    from payout_file_lines l where l.file_id = f.id) n
  where ${where}`;

export async function findPayoutFile(db: Database | Tx, mode: Mode, id: string): Promise<PayoutFile | undefined> {
  return query(columns)`${file(sql`f.mode = ${mode} and f.id = ${id}`)}`.executeTakeFirst(db);
}

export async function findFileByMessage(db: Database | Tx, mode: Mode, messageId: string) {
  return query(columns)`${file(sql`f.mode = ${mode} and f.message_id = ${messageId}`)}`.executeTakeFirst(db);
}

/** Newest first. */
export async function listPayoutFiles(db: Database, mode: Mode, { after, limit }: Page): Promise<PayoutFile[]> {
  const from = after === undefined ? sql`true` : sql`f.position < ${after}`;
  return query(columns)`
    ${file(sql`f.mode = ${mode} and ${from}`)} order by f.position desc limit ${limit}`.execute(db);
}

/** @returns undefined when bank data in it was erased. */
export async function findContent(db: Database, id: string): Promise<Buffer | undefined> {
  const row = await query({ content: nullable(bytea) })`
    select content from payout_files where id = ${id}`.executeTakeFirst(db);
  return row?.content ?? undefined;
}

const lineColumns = {
  /** Of a payout, a return or a refund. */
  paymentId: text,
  line: int4,
  batchId: text,
  reference: text,
  amount: int8,
  supersededBy: nullable(text),
  outcome: nullable(oneOf('pending', 'accepted', 'rejected')),
  bankStatus: nullable(text),
  bankReason: nullable(text),
  reportedAt: nullable(timestamptz),
};

export type PayoutFileLine = RowOf<typeof lineColumns>;

const linesInSql = sql`(
  select x.*, x.payout_id as payment_id from payout_file_lines x)`;

/** In the order of the file. */
export async function listFileLines(
  db: Database | Tx,
  fileId: string,
  { after, limit }: Page,
): Promise<PayoutFileLine[]> {
  return query(lineColumns)`
    select ${selectList(lineColumns, 'l')} from ${linesInSql} l
    where l.file_id = ${fileId} and l.line > ${after ?? 0n}::bigint order by l.line limit ${limit}`.execute(db);
}

/** The caller has locked the payout, return or refund. */
export async function findFileLine(tx: Tx, fileId: string, paymentId: string): Promise<PayoutFileLine | undefined> {
  return query(lineColumns)`
    select ${selectList(lineColumns, 'l')} from ${linesInSql} l
    where l.file_id = ${fileId} and l.payout_id = ${paymentId}`.executeTakeFirst(tx);
}

type Said = { outcome: 'pending' | 'accepted' | 'rejected'; status: string; reason: string | null };

export async function setLineOutcome(
  tx: Tx,
  { fileId, paymentId }: { fileId: string; paymentId: string },
  { outcome, status, reason }: Said,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('payoutFileLines')
    .set({ outcome, bankStatus: status, bankReason: reason, reportedAt: at })
    .where('fileId', '=', fileId)
    .where('payoutId', '=', paymentId)
    .execute();
}

const account = {
  holderId: int8,
  id: text,
  status: oneOf('active', 'ended'),
  currency: nullable(text),
  accountName: text,
  iban: nullable(text),
  accountNumber: nullable(text),
  bankCode: nullable(text),
  country: text,
  street: nullable(text),
  buildingNumber: nullable(text),
  postCode: nullable(text),
  town: nullable(text),
  addressCountry: nullable(text),
  payeeCheck: nullable(oneOf(...payeeResults)),
  payeeKnownAs: nullable(text),
  createdAt: timestamptz,
  endedAt: nullable(timestamptz),
};

/** The bank accounts of these payouts, by their ids. */
export async function findAccountsOf(db: Database | Tx, payouts: readonly Payout[]): Promise<Map<string, BankAccount>> {
  const holderIds = [...new Set(payouts.map(({ ownerHolderId }) => ownerHolderId))];
  const ids = [...new Set(payouts.map(({ bankAccountId }) => bankAccountId))];
  const rows = await query(account)`
    select ${selectList(account, 'b')} from bank_accounts b
    where b.holder_id = any(${holderIds}::bigint[]) and b.id = any(${ids}::text[])`.execute(db);
  return new Map(
    rows.map(({ street, buildingNumber, postCode, town, addressCountry, ...row }) => [
      row.id,
      { ...row, address: addressOf({ street, buildingNumber, postCode, town, addressCountry }) },
    ]),
  );
}

/** No more is paid by the file: its lines that are not in a later one give way to none. */
export async function setGivenUp(tx: Tx, id: string, reason: string, at: Date): Promise<void> {
  await tx.updateTable('payoutFiles').set({ givenUpAt: at, givenUpReason: reason }).where('id', '=', id).execute();
  await command`
    update payout_file_lines set superseded_by = ${id} where file_id = ${id} and superseded_by is null`.execute(tx);
}

/** Oldest first; at most `limit`. None is rejected or sent until the transaction ends. */
export async function listApprovedPayouts(
  tx: Tx,
  { mode, currency }: { mode: Mode; currency: string },
  { after, limit }: Page,
): Promise<Payout[]> {
  const rows = await query(payoutColumns)`
    select ${selectList(payoutColumns, 'p')} from payouts p
    where p.mode = ${mode} and p.status = 'approved' and p.currency = ${currency} and p.position > ${after ?? 0n}
    order by p.position limit ${limit} for share of p`.execute(tx);
  return rows.map(ofPayout);
}

/** None of them changes until the transaction ends. @param holderIds of their books. */
export async function lockPayouts(tx: Tx, holderIds: readonly bigint[], ids: readonly string[]): Promise<Payout[]> {
  const rows = await query(payoutColumns)`
    select ${selectList(payoutColumns, 'p')} from payouts p
    where p.holder_id = any(${holderIds}::bigint[]) and p.id = any(${ids}::text[])
    order by p.position for share of p`.execute(tx);
  return rows.map(ofPayout);
}

/** Erases the content of files that name any of these bank accounts. */
export async function eraseFilesNaming(tx: Tx, bankAccountIds: readonly string[], at: Date): Promise<void> {
  await command`
    update payout_files set content = null, erased_at = ${at}
    where content is not null and id in (
      select file_id from payout_file_lines where bank_account_id = any(${bankAccountIds}::text[]))`.execute(tx);
}
