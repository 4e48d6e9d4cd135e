/** Payouts that came back or failed, until the money is paid out again or someone says it was dealt with. */
import { sql } from 'kysely';
import { isNotDone, type Rows, sqlSource } from '../sources.repository.ts';

const columns: Omit<Rows, 'from'> = {
  id: sql`p.id`,
  since: sql`p.ended_at`,
  order: sql`p.ended_at, p.id`,
  amount: sql`p.amount`,
  currency: sql`p.currency`,
  reason: sql`case when p.sent_at is null then 'failed' else 'returned' end`,
  said: sql`p.reason`,
};

export const payoutFailed = sqlSource({
  kind: 'payout_failed',
  needs: 'payouts.read',
  endsByHand: true,
  rows: (book) => ({
    ...columns,
    from: sql`payouts p
      where p.owner_holder_id = ${book.holderId} and p.mode = ${book.mode} and p.status = 'failed'
        and ${isNotDone(book, 'payout_failed', sql`p.id`)}
        and not exists (
          select from payouts e
          where e.holder_id = p.holder_id and e.mode = p.mode and e.owner_holder_id = p.owner_holder_id
            and e.account_kind = p.account_kind and e.link_id is not distinct from p.link_id and e.currency = p.currency
            and e.position > p.position and e.status in ('requested', 'approved', 'sent', 'completed'))`,
  }),
});

export const payoutReturned = sqlSource({
  kind: 'payout_returned',
  needs: 'payouts.read',
  endsByHand: true,
  rows: (book) => ({
    ...columns,
    from: sql`payouts p join holders h on h.id = p.owner_holder_id
      where p.mode = ${book.mode} and p.status = 'failed' and p.sent_at is not null
        and ${isNotDone(book, 'payout_returned', sql`p.id`)}`,
    holderId: sql`h.id`,
    holderName: sql`h.name`,
  }),
});
