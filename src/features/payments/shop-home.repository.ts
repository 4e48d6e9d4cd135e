/** SQL of a shop's home: the totals of its days, and what is pending. Reads the features' tables; writes nothing. */

import { sql } from 'kysely';
import type { Day } from '../../base/clock/days.ts';
import { bool, int8, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { sentRows, taken } from '../../base/database/unnested.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { needing } from './payment-list.repository.ts';

/** Each day is a range of its own, so that an index answers it and no row's time has to be put into a time zone. */
const ranges = sentRows<Day>()({
  day: text,
  since: taken(timestamptz, ({ from }: Day) => from),
  until: taken(timestamptz, ({ to }: Day) => to),
});

/** Payments by the day they were paid on and currency; minor units. */
export const sumPaid = (db: Database, { holderId, mode }: Book, days: readonly Day[]) =>
  query({ day: text, currency: text, payments: int8, amount: text, fees: text })`
    select d.day, paid.currency, paid.payments, paid.amount::text as amount, paid.fees::text as fees
    from ${ranges.as('d', days)}
    cross join lateral (
      select p.currency, count(*) as payments, sum(coalesce(p.captured_amount, p.amount)) as amount, sum(p.fee) as fees
      from payments p
      where p.holder_id = ${holderId} and p.mode = ${mode} and p.paid_at >= d.since and p.paid_at < d.until
      group by p.currency) paid
    order by 1, 2`.execute(db);

/** Refunds by the day they were made on and currency, failed ones aside; minor units. */
export const sumRefunded = (db: Database, { holderId, mode }: Book, days: readonly Day[]) =>
  query({ day: text, currency: text, refunds: int8, amount: text, fees: text })`
    select d.day, refunded.currency, refunded.refunds, refunded.amount::text as amount, refunded.fees::text as fees
    from ${ranges.as('d', days)}
    cross join lateral (
      select r.currency, count(*) as refunds, sum(r.amount) as amount, sum(r.fee_returned) as fees
      from refunds r
      where r.holder_id = ${holderId} and r.mode = ${mode} and r.status in ('pending', 'succeeded')
        and r.created_at >= d.since and r.created_at < d.until
      group by r.currency) refunded
    order by 1, 2`.execute(db);

/**
 * Counts payments created in this time that were paid or ended unpaid; open ones are neither. Those that have
 * expired and are not noted as such yet are few, and counted apart: the rest is answered by an index alone.
 */
export const countEnded = (
  db: Database,
  { holderId, mode }: Book,
  { from, until, now }: { from: Date; until: Date; now: Date },
) => {
  const own = sql`p.holder_id = ${holderId} and p.mode = ${mode} and p.created_at >= ${from} and p.created_at < ${until}`;
  return query({ paid: int8, unpaid: int8 })`
    select
      (select count(*) from payments p
        where ${own} and p.status in ('succeeded', 'partially_refunded', 'refunded')) as paid,
      (select count(*) from payments p where ${own} and p.status in ('cancelled', 'expired'))
        + (select count(*) from payments p where ${own} and p.status = 'created' and p.expires_at <= ${now}
            and (p.transfer_until is null or p.transfer_until <= ${now})) as unpaid
    `.executeTakeFirstOrThrow(db);
};

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

/** Whether a merchant is paid by delivery platforms and has never begun to take payments itself, in either mode. */
export const isOnlyPayee = async (db: Database, holderId: bigint): Promise<boolean> => {
  const found = await query({ isOnlyPayee: bool })`
    select exists (select from links l where l.holder_id = ${holderId})
      and not exists (select from payments p where p.holder_id = ${holderId})
      and not exists (select from api_keys k where k.holder_id = ${holderId}) as "isOnlyPayee"`.executeTakeFirstOrThrow(
    db,
  );
  return found.isOnlyPayee;
};

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
