/**
 * docs/ledger.md, "Fees of orders": an order has the fee of its payment; once it has settled, it was charged the fee less what
 * the refunded part comes to, from commission up to the partner's shares, and the rest was advanced and is owed.
 */
import { sql } from 'kysely';
import { serviceHolderId } from '../post.ts';
import type { TransferCode } from '../transfer.ts';
import { type Check, listed, type Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);
const codes = listed([
  'order_fee',
  'order_fee_returned',
  'order_fee_advance',
  'order_fee_debt',
] satisfies TransferCode[]);

/** What was posted of fees for each order and each refund of one, in the company's book and in the service's. */
const posted = (scope: Scope) => sql`
  select case when t.holder_id <> ${service} then t.holder_id end as holder_id, t.mode, t.subject_kind, t.subject_id,
    min(t.currency) as currency, count(distinct t.currency) as currencies,
    coalesce(sum(t.amount) filter (where t.code = 'order_fee'), 0) as taken,
    coalesce(sum(t.amount) filter (where t.code = 'order_fee_returned'), 0) as returned,
    coalesce(sum(t.amount) filter (where t.code = 'order_fee_advance'), 0) as advanced,
    coalesce(sum(t.amount) filter (where t.code = 'order_fee_debt'), 0) as owed
  from ${scope.transfersOf('orders', 'order_refunds')} t
  where t.code in ${codes}
  group by 1, 2, 3, 4`;

const charged = (scope: Scope) => sql`
  with posted as (${posted(scope)}), ours as (
    select o.*, o.settlement_status in ('settled', 'partially_reversed', 'reversed') as is_settled,
      (select sum(p.fee) from payments p
        where p.holder_id = o.holder_id and p.order_id = o.id and p.paid_at is not null) as paid_fee,
      (select sum((s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) - coalesce(o.reduced[s.n], 0))
        from jsonb_array_elements(o.splits) with ordinality as s (split, n)
        where s.split ->> 'type' = 'partner' and not o.is_shadow) as share
    from ${scope.rows('orders')} o
  ), of_refunds as (
    select r.holder_id, r.order_id, sum(p.taken + p.advanced - p.returned) as net
    from ${scope.rows('order_refunds')} r
    join posted p on p.holder_id = r.holder_id and p.subject_kind = 'order_refund' and p.subject_id = r.id
    group by 1, 2)
  select 'order ' || coalesce(o.id::text, c.subject_id) || ' (holder ' || coalesce(o.holder_id, c.holder_id) || ')' as row,
    case when o.id is null then 'was charged a fee and is unknown'
      else 'is ' || o.settlement_status || ' with a fee of ' || o.fee || ', its payment was charged ' || coalesce(o.paid_fee, 0)
        || '; posted ' || coalesce(c.taken, 0) || ' from commission and ' || coalesce(c.advanced, 0)
        || ' advanced at settlement, and ' || coalesce(r.net, 0) || ' with refunds of ' || o.refunded_amount end as problem
  from ours o
  full join (select * from posted where subject_kind = 'order' and holder_id is not null) c
    on c.holder_id = o.holder_id and c.subject_id = o.id::text
  left join of_refunds r on r.holder_id = o.holder_id and r.order_id = o.id
  where o.id is null or o.fee <> coalesce(o.paid_fee, 0) or c.mode <> o.mode or c.currency <> o.currency
    or coalesce(c.taken + c.advanced, 0) + coalesce(r.net, 0) <> case when o.is_settled
      then o.fee - div(o.fee::numeric * o.refunded_amount, coalesce(o.captured_amount, o.total_amount)) else 0 end
    or c.taken <> least(c.taken + c.advanced, coalesce(o.share, 0))`;

/** Beside that of settlements, in every book that an advance touches. */
const advanced = (scope: Scope) => sql`
  with posted as (${posted(scope)})
  select coalesce(c.subject_kind, s.subject_kind) || ' ' || coalesce(c.subject_id, s.subject_id) || ', fee' as row,
    'was advanced ' || coalesce(s.advanced, 0) || ', of which ' || coalesce(c.advanced, 0) || ' were received and '
      || coalesce(c.owed, 0) || ' are owed' as problem
  from (select * from posted where holder_id is not null) c
  full join (select * from posted where holder_id is null) s
    on s.mode = c.mode and s.subject_kind = c.subject_kind and s.subject_id = c.subject_id
  where coalesce(c.advanced, 0) <> coalesce(s.advanced, 0) or coalesce(c.advanced, 0) <> coalesce(c.owed, 0)
    or c.currencies > 1 or s.currency <> c.currency`;

/** A refund only returns a part of the fee, and only one that failed charged it again. */
const refunds = (scope: Scope) => sql`
  with posted as (${posted(scope)})
  select 'refund ' || p.subject_id as row,
    case when r.id is null then 'changed a fee and is unknown'
      else 'is ' || r.status || ', returned ' || p.returned || ' of the fee and charged ' || p.taken + p.advanced end as problem
  from (select * from posted where subject_kind = 'order_refund' and holder_id is not null) p
  left join ${scope.rows('order_refunds')} r on r.holder_id = p.holder_id and r.id = p.subject_id
  where r.id is null or (r.before_settlement and p.returned > 0) or (r.status <> 'failed' and p.taken + p.advanced > 0)`;

export const orderFeeChecks: readonly Check[] = [
  { name: 'Every settled order was charged the fee of its payment, less what its refunds return', query: charged },
  { name: 'Fees that commission did not cover were advanced by the service and are owed', query: advanced },
  { name: 'Refunds of orders returned fees, and charged them again when they failed', query: refunds },
];
