/**
 * docs/ledger.md, "What verify proves" 13: an order that its company captures is authorized exactly if its payment is, and what was
 * captured of it, with the shares, is what its payment captured. That nothing is posted before is checked with the payments.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const orders = (scope: Scope) => sql`
  with held as (
    select p.holder_id, p.order_id, count(*) filter (where p.status = 'authorized') as authorized,
      max(p.captured_amount) as captured, max(p.capturable_until) filter (where p.status = 'authorized' or p.paid_at is not null) as until,
      bool_or(p.manual_capture) as manual, bool_and(p.manual_capture) as all_manual
    from ${scope.rows('orders')} o
    join payments p on p.holder_id = o.holder_id and p.order_id = o.id
    group by 1, 2)
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')' as row,
    'is ' || o.payment_status || ' with capture ' || coalesce(o.capture, 'automatic') || ' and '
      || coalesce(o.captured_amount, 0) || ' captured; its payment captured ' || coalesce(h.captured, 0) as problem
  from ${scope.rows('orders')} o
  left join held h on h.holder_id = o.holder_id and h.order_id = o.id
  where (o.payment_status = 'authorized') <> (coalesce(h.authorized, 0) = 1) or coalesce(h.authorized, 0) > 1
    or o.captured_amount is distinct from h.captured
    or (o.payment_status not in ('pending', 'cancelled') and o.capturable_until is distinct from h.until)
    or (h.order_id is not null and (h.manual or h.all_manual) is distinct from (o.capture is not null))`;

/** The shares add up to the part of the splits that was captured, and are those that were asked for with this amount. */
const shares = (scope: Scope) => sql`
  with captured as (
    select o.holder_id, o.id, o.captured_amount, o.total_amount, p.capture_amount, p.capture_shares,
      array_agg((s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) order by s.n) as shares,
      sum((s.split ->> 'amount')::bigint) as recorded
    from ${scope.rows('orders')} o
    cross join lateral jsonb_array_elements(o.splits) with ordinality as s (split, n)
    left join payments p on p.holder_id = o.holder_id and p.order_id = o.id and p.paid_at is not null
    where o.captured_amount is not null
    group by 1, 2, 3, 4, 5, 6)
  select 'order ' || c.id || ' (holder ' || c.holder_id || ')' as row,
    'captured ' || c.captured_amount || ' with the shares ' || c.shares::text || ', asked for with ' || coalesce(c.capture_shares::text, 'none')
      as problem
  from captured c
  where 0 > any (c.shares) or case when c.capture_amount is not distinct from c.captured_amount
    then c.shares is distinct from c.capture_shares
    else (select sum(x) from unnest(c.shares) x)
      <> div(2 * c.recorded * c.captured_amount + c.total_amount, 2 * c.total_amount) end`;

export const captureChecks: readonly Check[] = [
  { name: 'Orders that their company captures say of their payments what these say', query: orders },
  { name: 'The shares of a captured order are those of what was captured', query: shares },
];
