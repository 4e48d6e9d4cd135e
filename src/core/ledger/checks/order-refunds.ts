/**
 * docs/ledger.md, "What verify proves" 4: refunds of orders never take more than a share, and the totals stored on an
 * order match its refunds and their transfers.
 */
import { sql } from 'kysely';
import { type Check, recoveryCodes, type Scope } from './check.ts';

/** One row per split: its index in the order, counted from 0, and the amounts that refunds took from it. */
const lines = (scope: Scope) => sql`
  select o.holder_id, o.id as order_id, o.is_shadow, o.payment_status, o.settlement_status, s.n - 1 as line,
    s.split ->> 'type' as type, (s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) as amount,
    coalesce(o.reduced[s.n], 0) as reduced, coalesce(o.reversed[s.n], 0) as reversed
  from ${scope.rows('orders')} o, jsonb_array_elements(o.splits) with ordinality as s (split, n)`;

/** The refund totals and status stored on each order, against its refunds. */
const orders = (scope: Scope) => sql`
  with asked as (
    select r.holder_id, r.order_id, sum(r.amount) filter (where r.status <> 'failed' and r.kind = 'refund') as amount,
      coalesce(sum(r.amount) filter (where r.status = 'succeeded' and r.kind = 'refund'), 0) as gone,
      count(*) filter (where r.status in ('pending', 'awaiting_funds')) as open
    from ${scope.rows('order_refunds')} r group by 1, 2)
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')' as row,
    'is ' || o.payment_status || ' of ' || coalesce(o.captured_amount, o.total_amount) || ' with ' || o.refunded_amount || ' marked and '
      || coalesce(a.amount, 0) || ' asked back, ' || o.open_refunds || ' open of ' || coalesce(a.open, 0) as problem
  from ${scope.rows('orders')} o
  left join asked a on a.holder_id = o.holder_id and a.order_id = o.id
  where o.refunded_amount <> coalesce(a.amount, 0) or o.open_refunds <> coalesce(a.open, 0)
    or (o.payment_status = 'refunded') is distinct from (coalesce(a.gone, 0) = coalesce(o.captured_amount, o.total_amount))
    or (o.payment_status = 'partially_refunded')
      is distinct from (coalesce(a.gone, 0) > 0 and a.gone < coalesce(o.captured_amount, o.total_amount))`;

/** The amounts stored per split, against what the order's refunds took. A canceled order reverses the whole split. */
const shares = (scope: Scope) => sql`
  with taken as (
    select r.holder_id, r.order_id, t.n - 1 as line,
      sum(t.amount) filter (where r.before_settlement and (r.status <> 'failed' or r.credited_back is not null)) as before,
      sum(case when r.before_settlement or r.status = 'failed' then 0 else t.amount end)
        - sum(coalesce(r.credited_back[t.n], 0)) as after
    from ${scope.rows('order_refunds')} r, unnest(r.taken) with ordinality as t (amount, n)
    group by 1, 2, 3)
  select 'order ' || l.order_id || ' (holder ' || l.holder_id || '), split ' || l.line as row,
    'of ' || l.amount || ' says ' || l.reduced || ' was taken before settlement and ' || l.reversed
      || ' after; its refunds took ' || coalesce(t.before, 0) || ' and ' || coalesce(t.after, 0) as problem
  from (${lines(scope)}) l
  left join taken t on t.holder_id = l.holder_id and t.order_id = l.order_id and t.line = l.line
  where l.reduced + l.reversed > l.amount
    or l.reduced <> coalesce(t.before, 0)
    or l.reversed <> case when l.payment_status = 'cancelled' and l.settlement_status = 'reversed'
      then l.amount - l.reduced else coalesce(t.after, 0) end
  union all
  select 'refund ' || r.id || ', split ' || t.n - 1, 'took ' || t.amount || ' and counts ' || coalesce(r.counted[t.n], 0)
  from ${scope.rows('order_refunds')} r, unnest(r.taken) with ordinality as t (amount, n)
  where r.counted is not null and t.amount > coalesce(r.counted[t.n], 0)
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'has amounts for splits that it does not have'
  from ${scope.rows('orders')} o
  where greatest(cardinality(o.uncaptured), cardinality(o.reduced), cardinality(o.reversed), cardinality(o.paid_outside), cardinality(o.claimed))
    > jsonb_array_length(o.splits)`;

/** What each refund took per split, against the reversals posted for it and those posted back when it failed. */
const reversals = (scope: Scope) => sql`
  with posted as (
    select t.holder_id, t.subject_id, t.line,
      sum(t.amount) filter (where t.code in ('reversal', 'claim_reversed', 'reversal_debt')) as amount,
      sum(t.amount) filter (where t.code in ('reversal_failed', 'claim_reversal_failed', 'reversal_debt_failed',
        'debt_returned')) as back
    from ${scope.transfersOf('order_refunds')} t
    where t.code not in ${recoveryCodes} and t.code not like 'order_fee%'
    group by 1, 2, 3
  ), asked as (
    select r.holder_id, r.id, r.status, r.before_settlement, t.n - 1 as line, t.amount, o.is_shadow,
      coalesce(r.credited_back[t.n], 0) as credited_back, case when r.restitution = 'awaiting_funds'
        then coalesce(r.restitution_shares[t.n], 0) + coalesce(r.restitution_debts[t.n], 0) else 0 end as waiting,
      not o.is_shadow and o.splits -> (t.n - 1)::int ->> 'type' <> 'partner' as owes
    from ${scope.rows('order_refunds')} r
    join ${scope.rows('orders')} o on o.holder_id = r.holder_id and o.id = r.order_id,
      unnest(r.taken) with ordinality as t (amount, n))
  select coalesce('refund ' || a.id, 'order_refund:' || p.subject_id) || ', split ' || coalesce(a.line, p.line) as row,
    case when a.id is null then 'was posted and is unknown'
      else 'is ' || a.status || ' and took ' || a.amount || ', with ' || coalesce(p.amount, 0) || ' posted and '
      || coalesce(p.back, 0) || ' posted back, ' || a.waiting || ' waiting' end as problem
  from asked a
  full join posted p on p.holder_id = a.holder_id and p.subject_id = a.id and p.line = a.line
  where a.id is null or coalesce(p.amount, 0) > case when a.before_settlement then 0 else a.amount end
    or (a.owes and not a.before_settlement and coalesce(p.amount, 0) <> a.amount)
    -- Of a shadow order, one that is refused may leave to others what it took: the balances are checked (shadow.ts).
    or (coalesce(p.back, 0) + a.waiting
        <> case when a.status = 'failed' then coalesce(p.amount, 0) + a.credited_back else 0 end
      and not (a.is_shadow and a.status = 'failed' and coalesce(p.back, 0) + a.waiting <= a.amount))
  union all
  select 'refund ' || r.id, 'owes ' || r.restitution_amount || ', which is not the sum of what it owes by split'
  from ${scope.rows('order_refunds')} r
  where r.restitution_amount <> (select coalesce(sum(x), 0) from unnest(r.restitution_shares || r.restitution_debts) x)`;

/** Reversals with the order itself as subject: the whole share when a settled order was canceled, else none. */
const cancellations = (scope: Scope) => sql`
  with posted as (
    select t.holder_id, t.subject_id::bigint as order_id, t.line, sum(t.amount) as amount from ${scope.transfersOf('orders')} t
    where t.code in ('reversal', 'claim_reversed', 'reversal_debt') group by 1, 2, 3
  ), asked as (
    select l.*, not l.is_shadow and l.type <> 'partner' as owes from (${lines(scope)}) l
    where l.payment_status = 'cancelled' and l.settlement_status = 'reversed')
  select coalesce('order ' || a.order_id, 'order:' || p.order_id) || ' (holder ' || coalesce(a.holder_id, p.holder_id) || '), split '
      || coalesce(a.line, p.line) as row,
    'took back ' || coalesce(p.amount, 0) || ' of ' || coalesce(a.reversed::text, 'what was not canceled') as problem
  from asked a
  full join posted p on p.holder_id = a.holder_id and p.order_id = a.order_id and p.line = a.line
  where a.order_id is null or coalesce(p.amount, 0) > a.reversed or (a.owes and coalesce(p.amount, 0) <> a.reversed)`;

/**
 * Reversals of each charged-back order: no more than was charged back and not refunded, each by parties takes what it
 * says, and one that was undone was undone by a dispute.
 */
const ofChargedBack = (scope: Scope) => sql`
  with made as (
    select r.holder_id, r.order_id, sum(r.amount) as amount
    from ${scope.rows('order_refunds')} r where r.kind = 'reversal' and r.status <> 'failed' group by 1, 2)
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')' as row,
    'says that ' || o.reversal_amount || ' of ' || o.charged_back_amount || ' charged back were reversed, its reversals say '
      || coalesce(m.amount, 0) as problem
  from ${scope.rows('orders')} o
  left join made m on m.holder_id = o.holder_id and m.order_id = o.id
  where o.reversal_amount <> coalesce(m.amount, 0)
    or o.reversal_amount > least(o.charged_back_amount, coalesce(o.captured_amount, o.total_amount) - o.refunded_amount)
  union all
  select 'reversal ' || r.id, 'is ' || r.status || coalesce(' (' || r.failure || ')', '') || ' of ' || r.amount || ' and took '
    || t.taken
  from ${scope.rows('order_refunds')} r
  cross join lateral (select coalesce(sum(x), 0) as taken from unnest(r.taken) x) t
  where r.kind = 'reversal' and (t.taken <> r.amount and r.counted is null
    or r.status = 'failed' and r.failure is distinct from 'dispute_won')`;

/** The customer's part of refunds of orders paid at the checkout; a reversal has none. */
const customers = (scope: Scope) => sql`
  select 'refund ' || r.id as row,
    'is ' || r.status || ' of ' || r.amount || ', its payment''s refund is ' || coalesce(p.status, 'missing') || ' of '
      || coalesce(p.amount, 0) as problem
  from ${scope.rows('order_refunds')} r
  join ${scope.rows('orders')} o on o.holder_id = r.holder_id and o.id = r.order_id
  left join refunds p on p.holder_id = r.holder_id and p.id = r.payment_refund_id
  where case when r.kind = 'reversal' then o.payment_source <> 'service' or r.payment_refund_id is not null
      or r.status not in ('succeeded', 'failed')
    when o.payment_source <> 'service' then r.payment_refund_id is not null or r.status <> 'succeeded'
    when r.status = 'awaiting_funds' then r.payment_refund_id is not null
    when r.status = 'failed' and r.payment_refund_id is null then r.failure is distinct from 'charged_back'
    else p.id is null or p.amount <> r.amount or p.status <> r.status end`;

/** Memo accounts are not money, so `debt`, `link_debt` and `debts` must add up to zero among themselves. */
const debts = () => sql`
  select 'debts of holder ' || holder_id || ' (' || mode || ', ' || currency || ')' as row,
    'their memo accounts add up to ' || sum(balance) as problem
  from accounts where kind in ('debt', 'link_debt', 'debts')
  group by holder_id, mode, currency having sum(balance) <> 0`;

export const orderRefundChecks: readonly Check[] = [
  { name: 'Every order’s refund totals match its refunds', query: orders },
  { name: 'Refunds never take more from a split than its share, and take what the order records', query: shares },
  { name: 'Every reversal was posted once, for exactly what the refund took', query: reversals },
  { name: 'Canceled orders gave back everything they had settled; no other order did', query: cancellations },
  { name: 'Customers got back exactly what the refunds of their orders record', query: customers },
  { name: 'Reversals of an order take no more than was charged back of it', query: ofChargedBack },
  { name: 'Every holder’s debt accounts add up to zero', query: debts },
];
