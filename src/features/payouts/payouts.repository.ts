/** All SQL of payouts and their rules. One function writes a payout's state, guarded by its current state. */

import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { readTotals, type Totals } from '../../base/database/totals.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { HolderStatus } from '../../core/access/roles.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Payout, PayoutStatus } from './payout.ts';

const columns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  ownerHolderId: int8,
  accountKind: oneOf('wallet', 'commission', 'clearing', 'earnings'),
  linkId: nullable(int8),
  status: oneOf('requested', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed'),
  amount: int8,
  fee: int8,
  currency: text,
  bankAccountId: text,
  reason: nullable(text),
  reference: nullable(text),
  scheduleId: nullable(text),
  dueAt: nullable(timestamptz),
  position: int8,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  approvedAt: nullable(timestamptz),
  sentAt: nullable(timestamptz),
  endedAt: nullable(timestamptz),
};

const selected = selectList(columns, 'payouts');
const names = Object.keys(columns) as (keyof typeof columns)[];

type PayoutRow = RowOf<typeof columns>;

/** A payout from earnings has its link, and no other has: the table's CHECK. */
const ofPayout = <Row extends PayoutRow>(row: Row): Row & Payout => row as Row & Payout;

/** For the operator's list, which joins payees. */
export { columns as payoutColumns, ofPayout };

/** @param requestedBy the person, also the one who set the schedule; null for a key pair. */
export async function insertPayout(
  tx: Tx,
  payout: Omit<Payout, 'position'>,
  requestedBy: string | null,
): Promise<Payout> {
  const { holderId, id, mode, ownerHolderId, accountKind, linkId, status, amount, fee, currency } = payout;
  const { bankAccountId, reason, reference, scheduleId, dueAt, createdAt, updatedAt } = payout;
  const row = await tx
    .insertInto('payouts')
    .values({
      holderId,
      id,
      mode,
      ownerHolderId,
      accountKind,
      linkId,
      status,
      amount,
      fee,
      currency,
      bankAccountId,
      reason,
      reference,
      scheduleId,
      dueAt,
      createdAt,
      updatedAt,
      requestedBy,
    })
    .returning(names)
    .executeTakeFirstOrThrow();
  return ofPayout(row);
}

export async function findPayout(db: Database | Tx, holderId: bigint, id: string): Promise<Payout | undefined> {
  const row = await db
    .selectFrom('payouts')
    .select(names)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && ofPayout(row);
}

export async function lockPayout(tx: Tx, holderId: bigint, id: string): Promise<Payout | undefined> {
  const row = await tx
    .selectFrom('payouts')
    .select(names)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && ofPayout(row);
}

type StatusChange = { to: PayoutStatus; reason: string | null; ended: boolean };

/**
 * The only writer of a payout's state. @returns the payout after the change; undefined when it was in another state.
 */
export async function setStatus(
  tx: Tx,
  { holderId, id, status: from }: Payout,
  { to, reason, ended }: StatusChange,
  at: Date,
): Promise<Payout | undefined> {
  const row = await query(columns)`
    update payouts set status = ${to}, reason = ${reason}, updated_at = ${at},
      approved_at = case when ${to} = 'approved' then ${at}::timestamptz else approved_at end,
      sent_at = case when ${to} = 'sent' then ${at}::timestamptz else sent_at end,
      ended_at = case when ${ended} then ${at}::timestamptz end
    where holder_id = ${holderId} and id = ${id} and status = ${from}
    returning ${selected}`.executeTakeFirst(tx);
  return row && ofPayout(row);
}

/** Created at this time or later, and before that one. */
export type PayoutFilter = { status?: PayoutStatus | undefined; from?: Date | undefined; to?: Date | undefined };

/** Payouts of an owner from any book, newest first. */
export async function listOwnedPayouts(
  db: Database | Tx,
  owner: Book,
  { after, limit, ...filter }: Page & PayoutFilter,
): Promise<Payout[]> {
  const rows = await query(columns)`
    select ${selected} from payouts
    where ${isListed(owner, filter)} and (${after ?? null}::bigint is null or position < ${after ?? null})
    order by position desc limit ${limit}`.execute(db);
  return rows.map(ofPayout);
}

/** Parts of a payout in sums: one that was rejected, canceled or returned by the bank costs nothing and goes nowhere. */
export const summedPayout = sql`
  p.currency, p.amount,
  case when p.status in ('rejected', 'cancelled', 'failed') then 0 else p.fee end as fee,
  case when p.status = 'completed' then p.amount else 0 end as paid_amount,
  case when p.status in ('requested', 'approved', 'sent') then p.amount else 0 end as on_its_way_amount`;

export const payoutSums = ['amount', 'fee', 'paid_amount', 'on_its_way_amount'] as const;

/** What `listOwnedPayouts` lists on all its pages. */
export const sumOwnedPayouts = (db: Database, owner: Book, filter: PayoutFilter): Promise<Totals> =>
  readTotals(db, sql`select ${summedPayout} from payouts p where ${isListed(owner, filter)}`, payoutSums);

function isListed({ holderId, mode }: Book, { status, from, to }: PayoutFilter): RawBuilder<unknown> {
  const conditions = [
    sql`owner_holder_id = ${holderId} and mode = ${mode}`,
    sql`holder_id in (select ${holderId}::bigint union select company_id from links where holder_id = ${holderId})`,
  ];
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`created_at < ${to}`);
  return sql.join(conditions, sql` and `);
}

/** For the operator: payouts of all books, oldest first. */
export async function listPayouts(
  db: Database,
  { status = null, mode = null, limit }: { status?: PayoutStatus | null; mode?: Mode | null; limit: number },
): Promise<(Payout & { owner: string })[]> {
  const rows = await query({ ...columns, owner: text })`
    select p.*, h.name as owner
    from (
      select ${selected} from payouts
      where (${status}::text is null or status = ${status}) and (${mode}::text is null or mode = ${mode})
      order by position limit ${limit}) p
    left join holders h on h.id = p."ownerHolderId"
    order by p.position`.execute(db);
  return rows.map(ofPayout);
}

/**
 * The sum of an owner's payouts requested since then from any book, except rejected, canceled and failed ones; minor
 * units.
 */
export async function sumRequested(
  db: Database | Tx,
  owner: { ownerHolderId: bigint; mode: Mode; currency: string },
  since: Date,
): Promise<bigint> {
  const { ownerHolderId, mode, currency } = owner;
  const row = await query({ sum: int8 })`
    select coalesce(sum(amount), 0)::bigint as sum from payouts
    where owner_holder_id = ${ownerHolderId} and mode = ${mode} and currency = ${currency} and created_at > ${since}
      and status not in ('rejected', 'cancelled', 'failed')
      and holder_id in (select ${ownerHolderId}::bigint union select company_id from links where holder_id = ${ownerHolderId})`.executeTakeFirst(
    db,
  );
  return row?.sum ?? 0n;
}

export type OwnerRow = { kind: string; status: HolderStatus; name: string };

/**
 * Serialises requests per owner, because the daily limit adds up earlier ones. Foreign key checks against the row are
 * not blocked.
 */
export async function lockOwner(tx: Tx, ownerHolderId: bigint): Promise<OwnerRow | undefined> {
  return tx
    .selectFrom('holders')
    .select(['kind', 'status', 'name'])
    .where('id', '=', ownerHolderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findOwner(db: Database | Tx, ownerHolderId: bigint): Promise<OwnerRow | undefined> {
  return db.selectFrom('holders').select(['kind', 'status', 'name']).where('id', '=', ownerHolderId).executeTakeFirst();
}

/** Includes ended links, because their earnings are still owed to the payee. */
export async function isLinkOf(tx: Tx, companyId: bigint, linkId: bigint, holderId: bigint): Promise<boolean> {
  const row = await tx
    .selectFrom('links')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', linkId)
    .where('holderId', '=', holderId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Minor units of the currency. `dailyLimit` null: no limit. */
export type PayoutRule = { minimum: bigint; fee: bigint; dailyLimit: bigint | null };

const defaultRule: PayoutRule = Object.freeze({ minimum: 1n, fee: 0n, dailyLimit: null });

export async function findRule(db: Database | Tx, currency: string): Promise<PayoutRule> {
  const rule = await db
    .selectFrom('payoutRules')
    .select(['minimum', 'fee', 'dailyLimit'])
    .where('currency', '=', currency)
    .executeTakeFirst();
  return rule ?? defaultRule;
}

export async function setRule(tx: Tx, currency: string, { minimum, fee, dailyLimit }: PayoutRule): Promise<void> {
  await tx
    .insertInto('payoutRules')
    .values({ currency, minimum, fee, dailyLimit })
    .onConflict((conflict) => conflict.column('currency').doUpdateSet({ minimum, fee, dailyLimit }))
    .execute();
  await keepRow(tx, 'payout_rules', { currency });
}

/** By currency; those without a rule of their own are left out. */
export async function listRules(db: Database): Promise<(PayoutRule & { currency: string })[]> {
  return db
    .selectFrom('payoutRules')
    .select(['currency', 'minimum', 'fee', 'dailyLimit'])
    .orderBy('currency')
    .execute();
}

/** Who requested a payout and who added its bank account, where they are people. */
export async function findPeopleBehind(tx: Tx, { holderId, id, ownerHolderId, bankAccountId }: Payout) {
  const payout = await tx
    .selectFrom('payouts')
    .select('requestedBy')
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
  const bankAccount = await tx
    .selectFrom('bankAccounts')
    .select('addedBy')
    .where('holderId', '=', ownerHolderId)
    .where('id', '=', bankAccountId)
    .executeTakeFirst();
  return { requestedBy: payout?.requestedBy ?? null, addedBy: bankAccount?.addedBy ?? null };
}
