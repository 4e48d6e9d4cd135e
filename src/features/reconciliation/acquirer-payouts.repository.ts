/** All SQL of acquirers' payouts: the rows to which their transfers in the service's book belong. */

import { sql } from 'kysely';
import { int8, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page, SortedPlace } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { isDecided, isOpen } from './reconciliation.repository.ts';

/** An acquirer's payout in minor units; `amount` includes the acquirer's fee. */
type StoredAcquirerPayout = {
  /** Source and reference, as in the transfers' subject. */
  id: string;
  mode: Mode;
  source: string;
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

/** A line of the bank that is, or seems to be, what arrived, and how much of it. */
const received = { lineId: int8, lineAmount: int8, lineCurrency: text, bookedOn: text };

export type ReceivedLine = RowOf<typeof received>;

const listed = {
  id: text,
  source: text,
  currency: text,
  amount: int8,
  fee: int8,
  createdAt: timestamptz,
  /** Position of its transfer, by which the list is sorted. */
  position: int8,
  /** The bank's line that it is matched with. */
  lineId: nullable(int8),
  lineAmount: nullable(int8),
  lineCurrency: nullable(text),
  bookedOn: nullable(text),
};

export type ListedAcquirerPayout = RowOf<typeof listed>;

/** @returns at most `limit` payouts before `before`, newest first. */
export async function listAcquirerPayouts(
  db: Database,
  mode: Mode,
  { after, limit }: Page<SortedPlace>,
): Promise<ListedAcquirerPayout[]> {
  const from = after === undefined ? sql`true` : sql`t.id < ${after.key}`;
  return query(listed)`
    select p.id, p.source, p.currency, p.amount, p.fee, p.created_at as "createdAt", t.id as position,
      l.id as "lineId", l.amount as "lineAmount", l.currency as "lineCurrency", l.booked_on::text as "bookedOn"
    from acquirer_payouts p
    join transfers t on t.holder_id = p.holder_id and t.mode = p.mode and t.subject_kind = 'acquirer_payout'
      and t.subject_id = p.id and t.code = 'acquirer_payout'
    left join lateral (
      select min(l.id) as id, sum(m.amount)::bigint as amount, min(l.currency) as currency, max(l.booked_on) as booked_on
      from statement_matches m join statement_lines l on l.id = m.line_id
      where m.transfer_holder_id = t.holder_id and m.transfer_id = t.id and m.source = 'bank' and l.mode = p.mode) l on true
    where p.holder_id = ${serviceHolderId} and p.mode = ${mode} and ${from}
    order by t.id desc limit ${limit}`.execute(db);
}

type OpenBankLine = ReceivedLine & { reference: string };

/** The open lines of the bank in the order of their ids. @returns at most `limit` after `after`. */
export async function listOpenBankLines(
  db: Database,
  mode: Mode,
  after: bigint,
  limit: number,
): Promise<OpenBankLine[]> {
  return query({ ...received, reference: text })`
    select id as "lineId", amount as "lineAmount", currency as "lineCurrency", booked_on::text as "bookedOn", reference
    from statement_lines l
    where mode = ${mode} and source = 'bank' and ${isOpen('l')} and ${isDecided('l')} and id > ${after}
    order by id limit ${limit}`.execute(db);
}
