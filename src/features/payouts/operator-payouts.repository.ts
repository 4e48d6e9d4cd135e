/** SQL of the operator's list of payouts: those of all books, with their payees and bank accounts. Reads only. */

import { type RawBuilder, sql } from 'kysely';
import {
  bool,
  int8,
  narrowed,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { readTotals, type Totals } from '../../base/database/totals.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { type HolderStatus, holderStatuses } from '../../core/access/roles.ts';
import { type PayeeResult, payeeResults } from './bank-account.ts';
import type { Payout, PayoutStatus } from './payout.ts';
import { ofPayout, payoutColumns, payoutSums, summedPayout } from './payouts.repository.ts';

const payee = {
  payeeName: text,
  payeeKind: oneOf('company', 'merchant', 'courier', 'customer', 'service'),
  payeeStatus: oneOf(...holderStatuses),
  /** The person, also the one who set the schedule; null for a key pair. */
  requestedBy: nullable(text),
  /** Whether a payout of this book to this bank account has completed. */
  wasPaidBefore: bool,
};

const bankAccount = {
  holderId: int8,
  id: text,
  accountName: text,
  iban: nullable(text),
  accountNumber: nullable(text),
  country: text,
  payeeCheck: nullable(oneOf(...payeeResults)),
  payeeKnownAs: nullable(text),
  bankAccountStatus: oneOf('active', 'ended'),
  bankAccountSince: timestamptz,
  /** Whether the payee had another account on file before this one. */
  isLater: bool,
};

export type ListedPayout = Payout & {
  requestedBy: string | null;
  payeeName: string;
  payeeKind: 'company' | 'merchant' | 'courier' | 'customer' | 'service';
  payeeStatus: HolderStatus;
  accountName: string;
  iban: string | null;
  accountNumber: string | null;
  country: string;
  payeeCheck: PayeeResult | null;
  payeeKnownAs: string | null;
  bankAccountStatus: 'active' | 'ended';
  bankAccountSince: Date;
  /** Whether a payout of this book to this bank account has completed. */
  wasPaidBefore: boolean;
  /** The payee had another account on file before this one, and no payout of this book to this one has completed. */
  isChanged: boolean;
  /** The last payout to this bank account, of any book, if it came back and none has arrived since. */
  lastReturn: LastReturn | null;
};
type LastReturn = { reason: string | null; endedAt: Date };

export type PayoutListFilter = {
  mode: Mode;
  status?: PayoutStatus | undefined;
  /** A payout's id, or a part of the payee's name. */
  search?: string | undefined;
  currency?: string | undefined;
  /** Whose it is. */
  ownerId?: bigint | undefined;
  /** Requested at this time or later, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Where the page before this one ended, and in which direction the list runs. */
type PayoutPage = Page & { oldestFirst: boolean };

/** @returns at most `limit` payouts of all books. */
export async function listAllPayouts(
  db: Database | Tx,
  filter: PayoutListFilter,
  { after, oldestFirst, limit }: PayoutPage,
): Promise<ListedPayout[]> {
  const conditions = [isListed(filter)];
  if (after !== undefined) conditions.push(oldestFirst ? sql`p.position > ${after}` : sql`p.position < ${after}`);
  const order = oldestFirst ? sql`p.position` : sql`p.position desc`;
  return select(db, sql`${sql.join(conditions, sql` and `)} order by ${order} limit ${limit}`);
}

/** What `listAllPayouts` lists on all its pages. */
export const sumAllPayouts = (db: Database, filter: PayoutListFilter): Promise<Totals> =>
  readTotals(
    db,
    sql`select ${summedPayout} from payouts p join holders h on h.id = p.owner_holder_id where ${isListed(filter)}`,
    payoutSums,
  );

function isListed({ mode, status, search, currency, ownerId, from, to }: PayoutListFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`p.mode = ${mode}`];
  if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (search !== undefined) {
    conditions.push(sql`(p.id = ${search} or strpos(lower(h.name), lower(${search})) > 0)`);
  }
  if (currency !== undefined) conditions.push(sql`p.currency = ${currency}`);
  if (ownerId !== undefined) conditions.push(sql`p.owner_holder_id = ${ownerId}`);
  if (from !== undefined) conditions.push(sql`p.created_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`p.created_at < ${to}`);
  return sql.join(conditions, sql` and `);
}

export async function findListedPayout(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<ListedPayout | undefined> {
  return (await select(db, sql`p.holder_id = ${holderId} and p.id = ${id}`))[0];
}

/** A payee's bank accounts are in the payee's book, which may be another than the payout's: they are read by themselves. */
async function select(db: Database | Tx, where: RawBuilder<unknown>): Promise<ListedPayout[]> {
  const rows = await query({ ...payoutColumns, ...payee })`
    select ${selectList(payoutColumns, 'p')}, h.name as "payeeName", h.kind as "payeeKind", h.status as "payeeStatus",
      p.requested_by as "requestedBy",
      exists (
        select from payouts e
        where e.holder_id = p.holder_id and e.owner_holder_id = p.owner_holder_id and e.mode = p.mode
          and e.bank_account_id = p.bank_account_id and e.status = 'completed') as "wasPaidBefore"
    from payouts p join holders h on h.id = p.owner_holder_id
    where ${where}`.execute(db);
  const accounts = await findBankAccounts(db, rows);
  const returns = await findLastReturns(db, rows);
  return rows.map(({ wasPaidBefore, ...row }) => {
    const { isLater, holderId: _, id: __, ...account } = accounts.get(row.bankAccountId) as BankAccount;
    const lastReturn = returns.get(row.bankAccountId) ?? null;
    return { ...ofPayout(row), ...account, wasPaidBefore, isChanged: isLater && !wasPaidBefore, lastReturn };
  });
}
type BankAccount = RowOf<typeof bankAccount>;

/** @returns those that these payouts go to, by id. */
async function findBankAccounts(
  db: Database | Tx,
  payouts: readonly { ownerHolderId: bigint; bankAccountId: string }[],
): Promise<Map<string, BankAccount>> {
  if (payouts.length === 0) return new Map();
  const holderIds = [...new Set(payouts.map(({ ownerHolderId }) => ownerHolderId))];
  const ids = [...new Set(payouts.map(({ bankAccountId }) => bankAccountId))];
  const rows = await query(bankAccount)`
    select b.holder_id as "holderId", b.id, b.account_name as "accountName", b.iban, b.account_number as "accountNumber",
      b.country, b.payee_check as "payeeCheck", b.payee_known_as as "payeeKnownAs", b.status as "bankAccountStatus", b.created_at as "bankAccountSince",
      exists (
        select from bank_accounts e
        where e.holder_id = b.holder_id and e.id <> b.id and e.created_at <= b.created_at) as "isLater"
    from bank_accounts b
    where b.holder_id = any(${holderIds}::bigint[]) and b.id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The bank accounts of these payouts, all of one mode, to which the last payout came back. Few ever do: only for those is it read
 * whether one has arrived since.
 */
export async function findLastReturns(
  db: Database | Tx,
  payouts: readonly { mode: Mode; ownerHolderId: bigint; bankAccountId: string }[],
): Promise<Map<string, LastReturn>> {
  const [first] = payouts;
  if (first === undefined) return new Map();
  const owners = [...new Set(payouts.map(({ ownerHolderId }) => ownerHolderId))];
  const ids = [...new Set(payouts.map(({ bankAccountId }) => bankAccountId))];
  const returned = await query({ bankAccountId: text, reason: nullable(text), endedAt: narrowed(timestamptz) })`
    select distinct on (bank_account_id) bank_account_id as "bankAccountId", reason, ended_at as "endedAt"
    from payouts
    where owner_holder_id = any(${owners}::bigint[]) and mode = ${first.mode} and status = 'failed'
      and bank_account_id = any(${ids}::text[]) and ended_at is not null
    order by bank_account_id, ended_at desc`.execute(db);
  if (returned.length === 0) return new Map();
  const arrived = await query({ bankAccountId: text, endedAt: narrowed(timestamptz) })`
    select bank_account_id as "bankAccountId", max(ended_at) as "endedAt" from payouts
    where bank_account_id = any(${returned.map(({ bankAccountId }) => bankAccountId)}::text[]) and mode = ${first.mode}
      and status = 'completed' and ended_at is not null
    group by bank_account_id`.execute(db);
  const lastArrived = new Map(arrived.map((row) => [row.bankAccountId, row.endedAt]));
  return new Map(
    returned
      .filter((row) => (lastArrived.get(row.bankAccountId) ?? 0) < row.endedAt)
      .map(({ bankAccountId, ...row }) => [bankAccountId, row]),
  );
}

/** How many payouts of all books have this status. */
export async function countPayouts(db: Database, mode: Mode, status: PayoutStatus): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from payouts where mode = ${mode} and status = ${status}`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}
