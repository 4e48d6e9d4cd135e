/** All SQL of payouts and their rules. One function writes a payout's state, guarded by its current state. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';
import type { Mode } from '../money/mode.ts';
import type { Payout, PayoutStatus } from './payout.ts';

const columns = sql.raw(`
  holder_id as "holderId", id, mode, owner_holder_id as "ownerHolderId", account_kind as "accountKind", link_id as "linkId", status, amount, fee, currency,
  bank_account_id as "bankAccountId", reason, position, created_at as "createdAt", updated_at as "updatedAt",
  approved_at as "approvedAt", sent_at as "sentAt", ended_at as "endedAt"`);

export async function insertPayout(tx: Tx, payout: Omit<Payout, 'position'>): Promise<Payout> {
  const { rows } = await sql<Payout>`
    insert into payouts (holder_id, id, mode, owner_holder_id, account_kind, link_id, status, amount, fee, currency,
      bank_account_id, reason, created_at, updated_at)
    values (${payout.holderId}, ${payout.id}, ${payout.mode}, ${payout.ownerHolderId}, ${payout.accountKind}, ${payout.linkId},
      ${payout.status}, ${payout.amount}, ${payout.fee}, ${payout.currency}, ${payout.bankAccountId}, ${payout.reason},
      ${payout.createdAt}, ${payout.updatedAt})
    returning ${columns}`.execute(tx);
  return rows[0] as Payout;
}

export async function findPayout(db: Database | Tx, holderId: bigint, id: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select ${columns} from payouts where holder_id = ${holderId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function lockPayout(tx: Tx, holderId: bigint, id: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select ${columns} from payouts where holder_id = ${holderId} and id = ${id} for update`.execute(tx);
  return rows[0];
}

export type StatusChange = { to: PayoutStatus; reason: string | null; ended: boolean };

/**
 * The only writer of a payout's state. @returns the payout after the change; undefined when it was in another state.
 */
export async function setStatus(
  tx: Tx,
  { holderId, id, status: from }: Payout,
  { to, reason, ended }: StatusChange,
  at: Date,
): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    update payouts set status = ${to}, reason = ${reason}, updated_at = ${at},
      approved_at = case when ${to} = 'approved' then ${at}::timestamptz else approved_at end,
      sent_at = case when ${to} = 'sent' then ${at}::timestamptz else sent_at end,
      ended_at = case when ${ended} then ${at}::timestamptz end
    where holder_id = ${holderId} and id = ${id} and status = ${from}
    returning ${columns}`.execute(tx);
  return rows[0];
}

type ListFilter = { before: bigint | undefined; status: PayoutStatus | undefined; limit: number };

/** Payouts of a holder from its own book, newest first. */
export async function listOwnPayouts(db: Database, { holderId, mode }: Book, filter: ListFilter): Promise<Payout[]> {
  const { before = null, status = null, limit } = filter;
  const { rows } = await sql<Payout>`
    select ${columns} from payouts
    where holder_id = ${holderId} and owner_holder_id = ${holderId} and mode = ${mode}
      and (${before}::bigint is null or position < ${before}) and (${status}::text is null or status = ${status})
    order by position desc limit ${limit}`.execute(db);
  return rows;
}

/** Payouts of an owner from any book, newest first. */
export async function listOwnedPayouts(
  db: Database | Tx,
  ownerHolderId: bigint,
  mode: Mode,
  limit: number,
): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select ${columns} from payouts
    where owner_holder_id = ${ownerHolderId} and mode = ${mode}
      and holder_id in (select ${ownerHolderId}::bigint union select company_id from links where holder_id = ${ownerHolderId})
    order by position desc limit ${limit}`.execute(db);
  return rows;
}

/** For the operator: payouts of all books, oldest first. */
export async function listPayouts(
  db: Database,
  { status = null, mode = null, limit }: { status?: PayoutStatus | null; mode?: Mode | null; limit: number },
): Promise<(Payout & { owner: string })[]> {
  const { rows } = await sql<Payout & { owner: string }>`
    select p.*, h.name as owner
    from (
      select ${columns} from payouts
      where (${status}::text is null or status = ${status}) and (${mode}::text is null or mode = ${mode})
      order by position limit ${limit}) p
    left join holders h on h.id = p."ownerHolderId"
    order by p.position`.execute(db);
  return rows;
}

/**
 * The sum of an owner's payouts requested since then from any book, except rejected, cancelled and failed ones; minor
 * units.
 */
export async function sumAsked(
  tx: Tx,
  owner: { ownerHolderId: bigint; mode: Mode; currency: string },
  since: Date,
): Promise<bigint> {
  const { ownerHolderId, mode, currency } = owner;
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from payouts
    where owner_holder_id = ${ownerHolderId} and mode = ${mode} and currency = ${currency} and created_at > ${since}
      and status not in ('rejected', 'cancelled', 'failed')
      and holder_id in (select ${ownerHolderId}::bigint union select company_id from links where holder_id = ${ownerHolderId})`.execute(
    tx,
  );
  return rows[0]?.sum ?? 0n;
}

export type OwnerRow = { kind: string; status: string; name: string };

/**
 * Serialises requests per owner, because the daily limit adds up earlier ones. Foreign key checks against the row are
 * not blocked.
 */
export async function lockOwner(tx: Tx, ownerHolderId: bigint): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`
    select kind, status, name from holders where id = ${ownerHolderId} for no key update`.execute(tx);
  return rows[0];
}

export async function findOwner(db: Database | Tx, ownerHolderId: bigint): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`select kind, status, name from holders where id = ${ownerHolderId}`.execute(db);
  return rows[0];
}

/** Includes ended links, because their earnings are still owed to the payee. */
export async function isLinkOf(tx: Tx, companyId: bigint, linkId: bigint, holderId: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from links where company_id = ${companyId} and id = ${linkId} and holder_id = ${holderId}`.execute(tx);
  return rows.length > 0;
}

/** Minor units of the currency. `dailyLimit` null: no limit. */
export type PayoutRule = { minimum: bigint; fee: bigint; dailyLimit: bigint | null };

const defaultRule: PayoutRule = Object.freeze({ minimum: 1n, fee: 0n, dailyLimit: null });

export async function findRule(db: Database | Tx, currency: string): Promise<PayoutRule> {
  const { rows } = await sql<PayoutRule>`
    select minimum, fee, daily_limit as "dailyLimit" from payout_rules where currency = ${currency}`.execute(db);
  return rows[0] ?? defaultRule;
}

export async function setRule(tx: Tx, currency: string, { minimum, fee, dailyLimit }: PayoutRule): Promise<void> {
  await sql`
    insert into payout_rules (currency, minimum, fee, daily_limit)
    values (${currency}, ${minimum}, ${fee}, ${dailyLimit})
    on conflict (currency) do update set minimum = ${minimum}, fee = ${fee}, daily_limit = ${dailyLimit}`.execute(tx);
}
