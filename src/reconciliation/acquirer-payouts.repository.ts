/** All SQL of acquirers' payouts: the rows to which their transfers in the service's book belong. */
import { sql } from 'kysely';
import { bool, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { acquirerReferenceInSql } from '../ledger/account-sql.ts';
import { serviceHolderId } from '../ledger/post.ts';
import type { Mode } from '../money/mode.ts';

/** An acquirer's payout in minor units; `amount` includes the acquirer's fee. */
export type StoredAcquirerPayout = {
  /** Source and reference, as in the transfers' subject. */
  id: string;
  mode: Mode;
  source: 'card' | 'onlinewallet';
  currency: string;
  amount: bigint;
  fee: bigint;
  createdAt: Date;
};

export async function insertAcquirerPayout(tx: Tx, payout: StoredAcquirerPayout): Promise<void> {
  const { id, mode, source, currency, amount, fee, createdAt } = payout;
  await tx
    .insertInto('acquirerPayouts')
    .values({ holderId: serviceHolderId, mode, id, source, currency, amount, fee, createdAt })
    .execute();
}

/** Lock the source before deciding from it. */
export async function findAcquirerPayout(
  tx: Tx,
  mode: Mode,
  id: string,
): Promise<{ amount: bigint; fee: bigint; currency: string } | undefined> {
  return tx
    .selectFrom('acquirerPayouts')
    .select(['amount', 'fee', 'currency'])
    .where('holderId', '=', serviceHolderId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst();
}

const listed = {
  id: text,
  source: oneOf('card', 'onlinewallet'),
  currency: text,
  amount: int8,
  fee: int8,
  createdAt: timestamptz,
  /** Of its transfer, by which the list is sorted. */
  position: int8,
  /** The bank's line that it is matched with, or else an open one that names it. */
  lineId: nullable(int8),
  lineAmount: nullable(int8),
  lineCurrency: nullable(text),
  bookedOn: nullable(text),
  isMatched: bool,
};

export type ListedAcquirerPayout = RowOf<typeof listed>;

/** @returns at most `limit` payouts before `before`, newest first. */
export async function listAcquirerPayouts(
  db: Database,
  mode: Mode,
  before: bigint | undefined,
  limit: number,
): Promise<ListedAcquirerPayout[]> {
  const from = before === undefined ? sql`true` : sql`t.id < ${before}`;
  return query(listed)`
    select p.id, p.source, p.currency, p.amount, p.fee, p.created_at as "createdAt", t.id as position,
      l.id as "lineId", l.amount as "lineAmount", l.currency as "lineCurrency", l.booked_on::text as "bookedOn",
      coalesce(l.transfer_id is not null, false) as "isMatched"
    from acquirer_payouts p
    join transfers t on t.holder_id = p.holder_id and t.mode = p.mode and t.subject_kind = 'acquirer_payout'
      and t.subject_id = p.id and t.code = 'acquirer_payout'
    left join lateral (
      select l.id, l.amount, l.currency, l.booked_on, l.transfer_id from statement_lines l
      where l.mode = p.mode and l.source = 'bank' and (
        (l.transfer_holder_id = t.holder_id and l.transfer_id = t.id)
        or (l.transfer_id is null and strpos(lower(l.reference), lower(${acquirerReferenceInSql('t')})) > 0))
      order by (l.transfer_id is null), l.id limit 1) l on true
    where p.holder_id = ${serviceHolderId} and p.mode = ${mode} and ${from}
    order by t.id desc limit ${limit}`.execute(db);
}
