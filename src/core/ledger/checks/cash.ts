/**
 * docs/ledger.md, "What verify proves" 16: cash. What a link holds is what it collected with settled orders, less what
 * it kept of it as earnings and what was handed over, given back or became a debt, and what a bank took back: every
 * transfer of these is required by its row.
 */
import { sql } from 'kysely';
import { subjectInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

/**
 * What the collectors of settled orders collected: the total, less what was refunded before the order settled. The line is that of
 * the split that says so.
 */
const collected = (scope: Scope) => sql`
  with refunded as (
    select r.holder_id, r.order_id, sum(r.amount) as amount from ${scope.rows('order_refunds')} r
    where r.before_settlement and r.status <> 'failed' and r.kind = 'refund' group by 1, 2
  ), expected as (
    select o.holder_id, o.mode, o.id as order_id, o.currency, o.settlement_id, (s.n - 1)::int as line,
      (s.split ->> 'ref')::bigint as link_id, o.total_amount - coalesce(r.amount, 0) as amount
    from ${scope.rows('orders')} o
    cross join lateral jsonb_array_elements(o.splits) with ordinality as s (split, n)
    left join refunded r on r.holder_id = o.holder_id and r.order_id = o.id
    where o.payment_source = 'cod' and o.settlement_status in ('settled', 'partially_reversed', 'reversed')
      and (s.split -> 'cash')::boolean and s.split ->> 'ref' is not null
      and o.total_amount > coalesce(r.amount, 0)
  ), posted as (
    select t.holder_id, t.mode, t.subject_id::bigint as order_id, t.currency, t.settlement_id, t.line, t.amount, p.link_id
    from ${scope.transfersOf('orders')} t
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.code = 'cash_collected')
  select 'order ' || coalesce(e.order_id, p.order_id) || ' (holder ' || coalesce(e.holder_id, p.holder_id) || '), cash' as row,
    case when p.order_id is null then 'was settled, and nobody holds the ' || e.amount || ' of link ' || e.link_id
      when e.order_id is null then 'has ' || p.amount || ' collected by link ' || p.link_id || ' that nothing asks for'
      else 'asks for ' || e.amount || ' with link ' || e.link_id || ', posted ' || p.amount || ' with link ' || p.link_id end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.mode = e.mode and p.order_id = e.order_id and p.line = e.line
  where e.order_id is null or p.order_id is null or e.amount <> p.amount or e.currency <> p.currency or e.link_id <> p.link_id
    or p.settlement_id is distinct from e.settlement_id`;

/** What was kept of the cash as earnings: the money came back to clearing, and the same link holds as much less. */
const netted = (scope: Scope) => sql`
  with moved as (
    select t.*, f.link_id from ${scope.recoveries} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    where t.code in ('cash_netting', 'cash_netted'))
  select ${subjectInSql('a')} || ' (holder ' || a.holder_id || '), netting ' || a.line as row,
    'returned ' || coalesce(a.money, 0) || ' of earnings for ' || coalesce(a.memo, 0) || ' of cash kept' as problem
  from (
    select coalesce(m.holder_id, n.holder_id) as holder_id, coalesce(m.subject_kind, n.subject_kind) as subject_kind,
      coalesce(m.subject_id, n.subject_id) as subject_id, coalesce(m.line, n.line) as line, m.amount as money, n.amount as memo,
      m.currency = n.currency and m.link_id = n.link_id and m.settlement_id is not distinct from n.settlement_id as fits
    from (select * from moved where code = 'cash_netting') m
    full join (select * from moved where code = 'cash_netted') n
      on n.holder_id = m.holder_id and n.mode = m.mode and n.subject_kind = m.subject_kind and n.subject_id = m.subject_id
        and n.line = m.line) a
  where a.money is distinct from a.memo or a.fits is not true`;

/** The exact transfers, as required-transfers.ts compares them. */
export const requiredByHandovers = (scope: Scope) => sql`
  select c.holder_id, c.mode, 'cash_handover', c.id, m.code, m.line, c.currency, c.amount, m.from_kind, null::text,
    case m.from_kind when 'link_cash' then c.link_id end, m.to_kind, null::text,
    case m.to_kind when 'link_debt' then c.link_id end
  from ${scope.rows('cash_handovers')} c,
  lateral (values
    ('handed_over', 'cash_handed_over', 0, 'link_cash', 'cash'),
    ('returned', 'cash_returned', 0, 'link_cash', 'cash'),
    ('owed', 'cash_owed', 0, 'link_cash', 'cash'),
    ('owed', 'cash_owed', 1, 'debts', 'link_debt')) as m (kind, code, line, from_kind, to_kind)
  where c.status = 'posted' and m.kind = c.kind`;

/** What a bank transfer handed over is one handover of the same payee; where it held nothing then, there is none. */
const byTransfer = (scope: Scope) => sql`
  with touched as (
    select x.holder_id, x.id from ${scope.rows('top_ups')} x where x.handed_over > 0 and x.status = 'succeeded'
    union
    select x.holder_id, x.top_up_id from ${scope.rows('cash_handovers')} x where x.top_up_id is not null)
  select 'top_up ' || k.id || ' (holder ' || k.holder_id || ')' as row,
    'handed over ' || coalesce(u.handed_over, 0) || ' of link ' || coalesce(u.link_id::text, 'none') || ', recorded as '
      || coalesce(c.amount, 0) || ' of link ' || coalesce(c.link_id::text, 'none') as problem
  from touched k
  left join top_ups u on u.holder_id = k.holder_id and u.id = k.id and u.status = 'succeeded'
  left join cash_handovers c on c.holder_id = k.holder_id and c.top_up_id = k.id
  where (u.mode, u.currency, u.link_id, u.handed_over) is distinct from (c.mode, c.currency, c.link_id, c.amount)`;

/** Memo accounts are not money: what links hold and its offset must add up to zero among themselves. */
const offsets = () => sql`
  select 'cash of holder ' || holder_id || ' (' || mode || ', ' || currency || ')' as row,
    'its memo accounts add up to ' || sum(balance) as problem
  from accounts where kind in ('link_cash', 'cash')
  group by holder_id, mode, currency having sum(balance) <> 0`;

export const cashChecks: readonly Check[] = [
  { name: 'Every settled order’s cash is held by who collected it', query: collected },
  { name: 'What was kept of cash as earnings came back to clearing', query: netted },
  { name: 'Bank transfers handed over as much cash as was recorded', query: byTransfer },
  { name: 'Every holder’s cash accounts add up to zero', query: offsets },
];
