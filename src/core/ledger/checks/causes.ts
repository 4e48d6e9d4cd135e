/**
 * docs/ledger.md, "What verify proves" 13: states that other rows cause are derived from them again: an order is paid at the
 * checkout by its payment, a payout goes to its owner, and a settlement counts its orders.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const isPaid = (status: string) => sql.raw(`${status} in ('paid', 'partially_refunded', 'refunded')`);

/** Money that came for an order by another way is returned and leaves its payment unpaid. */
const orders = (scope: Scope) => sql`
  with paid as (
    select p.holder_id, p.order_id, count(*) as payments, max(p.amount) as amount, max(p.currency) as currency
    from ${scope.rows('orders')} o
    join payments p on p.holder_id = o.holder_id and p.order_id = o.id and p.paid_at is not null
    group by 1, 2)
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')' as row,
    'is ' || o.payment_status || ' from ' || o.payment_source || ' and asks for ' || o.total_amount || ' ' || o.currency || ', '
      || case when p.order_id is null then 'without a payment'
        else 'with ' || p.payments || ' payment of ' || p.amount || ' ' || p.currency end as problem
  from ${scope.rows('orders')} o
  left join paid p on p.holder_id = o.holder_id and p.order_id = o.id
  where case when o.payment_source = 'service' then ${isPaid('o.payment_status')} <> (p.order_id is not null) else p.order_id is not null end
    or p.payments > 1 or p.amount <> o.total_amount or p.currency <> o.currency`;

const attempts = (scope: Scope) => sql`
  with trying as (
    select holder_id, payment_id, status from payment_attempts where status in ('processing', 'authorized'))
  select 'payment ' || p.id || ' (holder ' || p.holder_id || ')' as row,
    'is ' || p.status || case when t.payment_id is null then ' without an attempt under way' else ' with an attempt that is ' || t.status end as problem
  from ${scope.rows('payments')} p
  left join trying t on t.holder_id = p.holder_id and t.payment_id = p.id
  where case when p.status in ('processing', 'authorized') then t.status is distinct from p.status else t.payment_id is not null end`;

/** Bank accounts are few, and another holder's: they are read before they are joined. */
const owners = (scope: Scope) => sql`
  with on_file as materialized (select holder_id, id from bank_accounts)
  select 'payout ' || y.id || ' (holder ' || y.holder_id || ')' as row,
    case when b.id is null then 'goes to bank account ' || y.bank_account_id || ', which is none of its owner''s, holder ' || y.owner_holder_id
      else 'draws the earnings of link ' || y.link_id || ', which is of holder ' || coalesce(l.holder_id::text, 'none') || ', for holder ' || y.owner_holder_id
    end as problem
  from ${scope.rows('payouts')} y
  left join on_file b on b.holder_id = y.owner_holder_id and b.id = y.bank_account_id
  left join links l on l.company_id = y.holder_id and l.id = y.link_id
  where b.id is null or (y.link_id is not null and l.holder_id <> y.owner_holder_id)`;

/** Of all settlements in one pass over the orders; else of those that changed, or that an order names which did. */
const counts = (scope: Scope) => sql`
  with settled as (${scope.isWhole ? ordersByName : ordersOf(scope)})
  select 'settlement ' || s.id || ' (holder ' || s.holder_id || ')' as row,
    'says that it settled ' || s.orders_settled || ' orders; ' || coalesce(n.orders, 0) || ' name it' as problem
  from settlements s
  ${scope.isWhole ? sql`left join` : sql`join`} settled n on n.holder_id = s.holder_id and n.settlement_id = s.id
  where s.orders_settled <> coalesce(n.orders, 0)`;

const ordersByName = sql`
  select holder_id, settlement_id, count(*) as orders from orders where settlement_id is not null group by 1, 2`;

const ordersOf = (scope: Scope) => sql`
  select c.holder_id, c.settlement_id, n.orders
  from (
    select holder_id, id as settlement_id from ${scope.written('settlements')} s
    union select holder_id, settlement_id from ${scope.rows('orders')} o where settlement_id is not null) c
  cross join lateral (
    select count(*) as orders from orders o where o.holder_id = c.holder_id and o.settlement_id = c.settlement_id) n`;

export const causeChecks: readonly Check[] = [
  { name: 'Every order of the checkout is paid exactly if its payment is', query: orders },
  { name: 'Every payment is under way exactly if an attempt is', query: attempts },
  { name: 'Every payout goes to a bank account of its owner', query: owners },
  { name: 'Every settlement counts the orders that it settled', query: counts },
];
