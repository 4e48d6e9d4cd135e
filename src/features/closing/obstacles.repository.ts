/** SQL on what is not finished in a holder's live mode. */
import { type RawBuilder, sql } from 'kysely';
import { int4, int8, type RowOf } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { AccountKind } from '../../core/ledger/accounts.ts';

const unfinished = {
  payouts: int4,
  topUps: int4,
  payments: int4,
  refunds: int4,
  disputes: int4,
  lateCaptures: int4,
  orders: int4,
  settlements: int4,
  upcomingEarnings: int4,
};

export type Unfinished = RowOf<typeof unfinished>;

/** By the index that has the orders of these states. */
const waitingOrders = (companyId: RawBuilder<unknown>) =>
  sql.join(
    [sql`o.settlement_status in ('unsettled', 'awaiting_funds')`, sql`o.settlement_status = 'on_hold'`].map(
      (isWaiting) => sql`
        select o.splits from orders o
        where o.holder_id = ${companyId} and o.mode = 'live' and not o.is_shadow and o.payment_status <> 'cancelled' and ${isWaiting}`,
    ),
    sql` union all `,
  );

/** How many of each are under way. Those of a wallet's refunds and of a payee's orders stand in other holders' books. */
export async function countUnfinished(db: Database | Tx, holderId: bigint): Promise<Unfinished> {
  return query(unfinished)`
    select
      (select count(*)::int from payouts p
        where p.holder_id in (select ${holderId}::bigint union select company_id from links where holder_id = ${holderId})
          and p.owner_holder_id = ${holderId} and p.mode = 'live' and p.status in ('requested', 'approved', 'sent')
        ) as payouts,
      (select count(*)::int from top_ups t
        where t.holder_id = ${holderId} and t.mode = 'live' and t.status = 'pending') as "topUps",
      (select count(*)::int from payments p
        where p.holder_id = ${holderId} and p.mode = 'live' and p.status in ('processing', 'authorized')) as payments,
      (select count(*)::int from refunds r
        where r.holder_id = ${holderId} and r.mode = 'live' and r.status = 'pending')
      + (select count(*)::int from order_refunds r
        where r.holder_id = ${holderId} and r.mode = 'live'
          and (r.status in ('pending', 'awaiting_funds') or r.restitution = 'awaiting_funds'))
      + (select count(*)::int from payment_attempts a
        join payments p on p.holder_id = a.holder_id and p.id = a.payment_id and p.mode = 'live'
        join order_refunds r on r.holder_id = p.holder_id and r.order_id = p.order_id and r.status = 'awaiting_funds'
        where a.payer_holder_id = ${holderId} and a.status = 'succeeded') as refunds,
      (select count(*)::int from disputes d
        where d.holder_id = ${holderId} and d.mode = 'live' and d.status in ('needs_response', 'under_review')) as disputes,
      (select count(*)::int from late_captures l
        where l.holder_id = ${holderId} and l.mode = 'live' and l.status in ('pending', 'refused')) as "lateCaptures",
      (select count(*)::int from (${waitingOrders(sql`${holderId}`)}) o) as orders,
      (select count(*)::int from settlements s
        where s.holder_id = ${holderId} and s.mode = 'live' and s.status = 'running') as settlements,
      (select count(*)::int from links l
        cross join lateral (${waitingOrders(sql`l.company_id`)}) o
        where l.holder_id = ${holderId} and o.splits @> jsonb_build_array(jsonb_build_object('ref', l.id))
      ) as "upcomingEarnings"`.executeTakeFirstOrThrow(db);
}

/** What a holder's money is in: its own accounts, and in the books of companies what its links earned, owe and hold in cash. */
const ownKinds: readonly AccountKind[] = ['wallet', 'clearing', 'commission', 'debt'];
const linkKinds: readonly AccountKind[] = ['earnings', 'link_debt', 'link_cash'];

/** The holder's live accounts in every book, by book and id. */
export async function listLiveAccounts(
  db: Database | Tx,
  holderId: bigint,
): Promise<{ holderId: bigint; id: bigint }[]> {
  return query({ holderId: int8, id: int8 })`
    select a.holder_id as "holderId", a.id from accounts a
    where a.holder_id = ${holderId} and a.mode = 'live' and a.kind = any(${[...ownKinds]}::text[])
    union all
    select a.holder_id, a.id from links l
    join accounts a on a.holder_id = l.company_id and a.mode = 'live' and a.link_id = l.id
      and a.kind = any(${[...linkKinds]}::text[])
    where l.holder_id = ${holderId}
    order by 1, 2`.execute(db);
}
