/** docs/ledger.md, "What verify proves" 4: payments, top-ups and refunds, against their transfers. */
import { sql } from 'kysely';
import { subjectInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

const payments = (scope: Scope) => sql`
  with captured as (
    select t.holder_id, t.subject_id as payment_id, sum(t.amount) as amount, count(*) as transfers
    from ${scope.transfersOf('payments')} t
    join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id
    where t.code = 'payment' and a.kind in ('wallet', 'clearing')
    group by 1, 2)
  select 'payment ' || coalesce(p.id, c.payment_id) as row,
    'is ' || coalesce(p.status, 'unknown') || ' with ' || coalesce(p.amount, 0) || ' asked and ' || coalesce(c.amount, 0) || ' posted' as problem
  from ${scope.rows('payments')} p
  full join captured c on c.holder_id = p.holder_id and c.payment_id = p.id
  where p.id is null
    or (p.trx_id is not null) is distinct from (c.payment_id is not null)
    or (c.payment_id is not null and (c.amount <> p.amount or c.transfers <> 1))
  union all
  select 'top-up ' || coalesce(u.id, t.subject_id),
    'is ' || coalesce(u.status, 'unknown') || ' with ' || coalesce(t.amount, 0) || ' posted'
  from ${scope.rows('top_ups')} u
  full join (select * from ${scope.transfersOf('top_ups')} x where code = 'top_up') t
    on t.holder_id = u.holder_id and t.subject_id = u.id
  where u.id is null or (u.status = 'succeeded') is distinct from (t.id is not null)
    or (t.id is not null and t.amount <> u.amount)
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')',
    'is a ' || t.code || ' of ' || ${subjectInSql('t')} || ', which is none'
  from ${scope.transfers} t
  where (t.code = 'payment' and t.subject_kind <> 'payment') or (t.code = 'top_up' and t.subject_kind <> 'top_up')`;

/** Refunds against their transfers, and payments against their refunds. */
const refunds = (scope: Scope) => sql`
  with posted as (
    select t.holder_id, t.subject_id as refund_id,
      sum(case t.code when 'refund' then t.amount else -t.amount end) as amount
    from ${scope.transfersOf('refunds')} t
    join accounts a on a.holder_id = t.holder_id
      and a.id = case t.code when 'refund' then t.from_account_id else t.to_account_id end
    where t.code in ('refund', 'refund_failed') and a.kind in ('wallet', 'clearing')
      -- In the customer's own book the same codes move the money on to the wallet: that is the other end.
      and exists (select from refunds r where r.holder_id = t.holder_id and r.id = t.subject_id)
    group by 1, 2
  ), sums as (
    select holder_id, payment_id, sum(amount) filter (where status <> 'failed') as asked,
      sum(amount) filter (where status = 'succeeded') as gone
    from ${scope.rows('refunds')} x group by 1, 2)
  select 'refund ' || r.id as row,
    'is ' || r.status || ' of ' || r.amount || ' with ' || coalesce(p.amount, 0) || ' posted' as problem
  from ${scope.rows('refunds')} r
  left join posted p on p.holder_id = r.holder_id and p.refund_id = r.id
  where coalesce(p.amount, 0) <> case r.status when 'failed' then 0 else r.amount end
  union all
  select 'payment ' || p.id,
    'is ' || p.status || ' of ' || p.amount || ' with ' || p.refunded_amount || ' marked and ' || coalesce(s.asked, 0) || ' asked back'
  from ${scope.rows('payments')} p
  left join sums s on s.holder_id = p.holder_id and s.payment_id = p.id
  where p.refunded_amount <> coalesce(s.asked, 0)
    or (p.status = 'refunded') is distinct from (coalesce(s.gone, 0) = p.amount)
    or (p.status = 'partially_refunded') is distinct from (coalesce(s.gone, 0) > 0 and s.gone < p.amount)`;

export const paymentChecks: readonly Check[] = [
  { name: 'Payments and top-ups were posted exactly once, for what they are', query: payments },
  { name: 'Refunds were posted exactly once, and never exceed what was paid', query: refunds },
];
