/**
 * docs/ledger.md, "What verify proves" 8: what payments say was charged back is what their disputes withdrew and did not
 * return, and orders say of their payments what these say. What is on hold because of a chargeback has one.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

/** A dispute in another currency counts as the whole payment. */
const payments = (scope: Scope) => sql`
  select 'payment ' || p.id as row,
    'says that ' || p.charged_back_amount || ' was charged back, its disputes say ' || coalesce(d.amount, 0) as problem
  from ${scope.rows('payments')} p
  left join lateral (
    select sum((d.withdrawals - d.returns) * case when d.currency = p.currency then d.amount else coalesce(p.captured_amount, p.amount) end) as amount
    from disputes d where d.holder_id = p.holder_id and d.payment_id = p.id) d on true
  where p.charged_back_amount <> coalesce(d.amount, 0)`;

const orders = (scope: Scope) => sql`
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')' as row,
    'says that ' || o.charged_back_amount || ' was charged back, its payment says ' || coalesce(p.amount, 0) as problem
  from ${scope.rows('orders')} o
  left join lateral (
    select sum(p.charged_back_amount) as amount
    from payments p where p.holder_id = o.holder_id and p.order_id = o.id) p on true
  where o.charged_back_amount <> coalesce(p.amount, 0)
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'is on hold for a chargeback that it does not have, or that was reversed'
  from ${scope.rows('orders')} o
  where o.hold_reason = 'charged_back' and (o.charged_back_amount = 0 or o.open_refunds = 0 and o.reversal_amount > 0
    and o.reversal_amount = least(o.charged_back_amount, coalesce(o.captured_amount, o.total_amount) - o.refunded_amount))
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')',
    'says that it was' || case when o.paid_from_wallet then '' else ' not' end || ' paid from a wallet'
  from ${scope.rows('orders')} o
  where (o.payment_source = 'service' or o.paid_from_wallet) and o.paid_from_wallet is distinct from exists (
    select from payments p
    join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id
    where p.holder_id = o.holder_id and p.order_id = o.id and a.status = 'succeeded' and a.method = 'wallet')`;

export const chargedBackChecks: readonly Check[] = [
  { name: 'Payments say what their disputes took back', query: payments },
  { name: 'Orders say of their payments what these say', query: orders },
];
