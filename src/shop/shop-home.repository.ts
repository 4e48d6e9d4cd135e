/** SQL of a shop's home: the totals of its days, and what is pending. Reads the features' tables; writes nothing. */
import { sql } from 'kysely';
import { bool, int8, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Book } from '../ledger/accounts.ts';
import { needing } from './payment-list.repository.ts';

/** From when on, and in which zone a day begins. */
export type Since = { from: Date; timeZone: string };

/** Payments by the day they were paid on and currency; minor units. */
export const sumPaid = (db: Database, { holderId, mode }: Book, { from, timeZone }: Since) =>
  query({ day: text, currency: text, payments: int8, amount: text, fees: text })`
    select to_char(day, 'YYYY-MM-DD') as day, currency, payments, amount::text as amount, fees::text as fees
    from (
      select date_trunc('day', p.paid_at at time zone ${timeZone}) as day, p.currency, count(*) as payments,
        sum(p.amount) as amount, sum(p.fee) as fees
      from payments p
      where p.holder_id = ${holderId} and p.mode = ${mode} and p.paid_at >= ${from}
      group by 1, 2) paid
    order by 1, 2`.execute(db);

/** Refunds by the day they were made on and currency, failed ones aside; minor units. */
export const sumRefunded = (db: Database, { holderId, mode }: Book, { from, timeZone }: Since) =>
  query({ day: text, currency: text, refunds: int8, amount: text, fees: text })`
    select to_char(day, 'YYYY-MM-DD') as day, currency, refunds, amount::text as amount, fees::text as fees
    from (
      select date_trunc('day', r.created_at at time zone ${timeZone}) as day, r.currency, count(*) as refunds,
        sum(r.amount) as amount, sum(r.fee_returned) as fees
      from refunds r
      where r.holder_id = ${holderId} and r.mode = ${mode} and r.status in ('pending', 'succeeded')
        and r.created_at >= ${from}
      group by 1, 2) refunded
    order by 1, 2`.execute(db);

/** Of the payments created since: how many were paid, and how many ended unpaid. Open ones are neither. */
export const countEnded = (db: Database, { holderId, mode }: Book, { from, now }: { from: Date; now: Date }) =>
  query({ paid: int8, unpaid: int8 })`
    select count(*) filter (where p.status in ('succeeded', 'partially_refunded', 'refunded')) as paid,
      count(*) filter (where p.status in ('cancelled', 'expired') or (p.status = 'created' and p.expires_at <= ${now}))
        as unpaid
    from payments p
    where p.holder_id = ${holderId} and p.mode = ${mode} and p.created_at >= ${from}`.executeTakeFirstOrThrow(db);

/** What the shop may have to attend to. */
export const countPending = (db: Database, { holderId, mode }: Book) => {
  const own = sql`p.holder_id = ${holderId} and p.mode = ${mode}`;
  return query({ disputed: int8, refundsPending: int8, refundsFailed: int8 })`
    select (select count(*) from payments p where ${own} and ${needing('disputed')}) as disputed,
      (select count(*) from payments p where ${own} and ${needing('refund_pending')}) as "refundsPending",
      (select count(*) from payments p where ${own} and ${needing('refund_failed')}) as "refundsFailed"
    `.executeTakeFirstOrThrow(db);
};

/** What the holder uses the service for, as far as anything shows it. */
export const findUse = (db: Database, { holderId, mode }: Book) =>
  query({ hasPayments: bool, hasKeys: bool, isPayee: bool })`
    select exists (select from payments p where p.holder_id = ${holderId} and p.mode = ${mode}) as "hasPayments",
      exists (select from api_keys k where k.holder_id = ${holderId} and k.mode = ${mode}) as "hasKeys",
      exists (select from links l where l.holder_id = ${holderId}) as "isPayee"`.executeTakeFirstOrThrow(db);

/** The oldest payout from the wallet that has not arrived yet, with its bank account. */
export const findNextPayout = (db: Database, { holderId, mode }: Book) =>
  db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount', 'fee', 'currency', 'bankAccountId', 'createdAt'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('accountKind', '=', 'wallet')
    .where('status', 'in', ['requested', 'approved', 'sent'])
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
