/**
 * The questions `sluice verify` asks (ledger.md, "What `sluice verify` proves"), each a query that returns offending
 * rows only. They read the tables, never the code's opinion of them. Nothing here writes.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** A row that breaks a rule: which, and how. */
export type Offence = { row: string; problem: string };

export type Check = { name: string; query: RawBuilder<Offence> };

const balances = sql<Offence>`
  with sums as (
    select holder_id, account_id, sum(delta) as balance from (
      select holder_id, to_account_id as account_id, amount as delta from transfers
      union all
      select holder_id, from_account_id, -amount from transfers) moves
    group by holder_id, account_id)
  select 'account ' || a.id || ' (' || a.purpose || ', holder ' || a.holder_id || ', ' || a.mode || ', ' || a.currency || ')' as row,
    case when a.balance <> coalesce(s.balance, 0)
      then 'balance is ' || a.balance || ', its transfers add up to ' || coalesce(s.balance, 0)
      else 'balance ' || a.balance || ' is under its floor ' || a.floor end as problem
  from accounts a
  left join sums s on s.holder_id = a.holder_id and s.account_id = a.id
  where a.balance <> coalesce(s.balance, 0) or a.balance < a.floor`;

const books = sql<Offence>`
  select 'book of holder ' || holder_id || ' (' || mode || ', ' || currency || ')' as row,
    'its balances add up to ' || sum(balance) as problem
  from accounts group by holder_id, mode, currency having sum(balance) <> 0
  union all
  select 'transit (' || mode || ', ' || currency || ')', 'all transit adds up to ' || sum(balance)
  from accounts where purpose = 'transit' group by mode, currency having sum(balance) <> 0`;

/** What each settled order's splits ask for, against what was posted, in both directions. */
const settlements = sql<Offence>`
  with expected as (
    select o.holder_id, o.mode, o.id as order_id, o.currency, o.settlement_id, o.is_shadow,
      (s.n - 1)::int as line, (s.split ->> 'amount')::bigint as amount,
      case
        when o.is_shadow and s.split ->> 'type' = 'partner' then 'shadow:commission'
        when o.is_shadow and s.split ->> 'type' = 'merchant' then 'shadow:earnings:%'
        when o.is_shadow then 'shadow:earnings:%courier%'
        when s.split ->> 'type' = 'partner' then 'commission'
        else 'earnings:' || (s.split ->> 'ref') end as payee
    from orders o, jsonb_array_elements(o.splits) with ordinality as s (split, n)
    where o.settlement_status in ('settled', 'partially_reversed', 'reversed')
      and (s.split ->> 'amount')::bigint > 0
  ), posted as (
    select t.holder_id, t.mode, split_part(t.subject, ':', 2)::bigint as order_id, t.currency, t.settlement_id, t.line,
      t.amount, f.purpose as payer, p.purpose as payee
    from transfers t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.code = 'settlement'
  )
  select 'order ' || coalesce(e.order_id, p.order_id) || ' (holder ' || coalesce(e.holder_id, p.holder_id) || '), split ' || coalesce(e.line, p.line) as row,
    case
      when p.order_id is null then 'is settled without its transfer of ' || e.amount
      when e.order_id is null then 'has a settlement transfer of ' || p.amount || ' that nothing asks for'
      else 'asks for ' || e.amount || ' to ' || e.payee || ', posted ' || p.amount || ' from ' || p.payer || ' to ' || p.payee end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.mode = e.mode and p.order_id = e.order_id and p.line = e.line
  where e.order_id is null or p.order_id is null or e.amount <> p.amount or e.currency <> p.currency
    or p.settlement_id is distinct from e.settlement_id or p.payee not like e.payee
    or p.payer <> (case when e.is_shadow then 'shadow:clearing' else 'clearing' end)`;

const payments = sql<Offence>`
  with captured as (
    select t.holder_id, split_part(t.subject, ':', 2) as payment_id, sum(t.amount) as amount, count(*) as transfers
    from transfers t
    join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id
    where t.code = 'payment' and a.purpose in ('wallet', 'clearing')
    group by 1, 2)
  select 'payment ' || coalesce(p.id, c.payment_id) as row,
    'is ' || coalesce(p.status, 'unknown') || ' with ' || coalesce(p.amount, 0) || ' asked and ' || coalesce(c.amount, 0) || ' posted' as problem
  from payments p
  full join captured c on c.holder_id = p.holder_id and c.payment_id = p.id
  where p.id is null
    or (p.trx_id is not null) is distinct from (c.payment_id is not null)
    or (c.payment_id is not null and (c.amount <> p.amount or c.transfers <> 1))
  union all
  select 'top-up ' || coalesce(u.id, split_part(t.subject, ':', 2)),
    'is ' || coalesce(u.status, 'unknown') || ' with ' || coalesce(t.amount, 0) || ' posted'
  from top_ups u
  full join (select * from transfers where code = 'top_up') t
    on t.holder_id = u.holder_id and t.subject = 'top_up:' || u.id
  where u.id is null or (u.status = 'succeeded') is distinct from (t.id is not null)
    or (t.id is not null and t.amount <> u.amount)`;

/** Refunds against what was posted for them, and payments against their refunds. */
const refunds = sql<Offence>`
  with posted as (
    select t.holder_id, split_part(t.subject, ':', 2) as refund_id,
      sum(case t.code when 'refund' then t.amount else -t.amount end) as amount
    from transfers t
    join accounts a on a.holder_id = t.holder_id
      and a.id = case t.code when 'refund' then t.from_account_id else t.to_account_id end
    where t.code in ('refund', 'refund_failed') and a.purpose in ('wallet', 'clearing')
      and t.subject like 'refund:%'
      -- In the customer's own book the same codes move the money on to the wallet: that is the other end.
      and exists (select from refunds r where r.holder_id = t.holder_id and 'refund:' || r.id = t.subject)
    group by 1, 2
  ), sums as (
    select holder_id, payment_id, sum(amount) filter (where status <> 'failed') as asked,
      sum(amount) filter (where status = 'succeeded') as gone
    from refunds group by 1, 2)
  select 'refund ' || r.id as row,
    'is ' || r.status || ' of ' || r.amount || ' with ' || coalesce(p.amount, 0) || ' posted' as problem
  from refunds r
  left join posted p on p.holder_id = r.holder_id and p.refund_id = r.id
  where coalesce(p.amount, 0) <> case r.status when 'failed' then 0 else r.amount end
  union all
  select 'payment ' || p.id,
    'is ' || p.status || ' of ' || p.amount || ' with ' || p.refunded_amount || ' marked and ' || coalesce(s.asked, 0) || ' asked back'
  from payments p
  left join sums s on s.holder_id = p.holder_id and s.payment_id = p.id
  where p.refunded_amount <> coalesce(s.asked, 0)
    or (p.status = 'refunded') is distinct from (coalesce(s.gone, 0) = p.amount)
    or (p.status = 'partially_refunded') is distinct from (coalesce(s.gone, 0) > 0 and s.gone < p.amount)`;

/** What each payout's state asks for in its four accounts, against what was posted; and nothing else is pending. */
const payouts = sql<Offence>`
  with moves as (
    select holder_id, subject, currency, code, to_account_id as account_id, amount from transfers
    where code in ('payout', 'payout_fee', 'payout_sent', 'payout_returned', 'payout_fee_returned')
    union all
    select holder_id, subject, currency, code, from_account_id, -amount from transfers
    where code in ('payout', 'payout_fee', 'payout_sent', 'payout_returned', 'payout_fee_returned')
  ), posted as (
    select m.holder_id, m.subject, min(m.currency) as currency,
      coalesce(sum(m.amount) filter (where m.code = 'payout' and a.purpose = 'payouts:pending'), 0) as asked,
      coalesce(sum(m.amount) filter (where a.purpose = 'payouts:pending'), 0) as pending,
      coalesce(sum(m.amount) filter (where a.purpose = 'fees'), 0) as fee,
      coalesce(sum(m.amount) filter (where a.purpose = 'outside:bank'), 0) as sent,
      array_agg(distinct a.purpose) filter (where a.purpose not in ('payouts:pending', 'fees', 'outside:bank')) as drawn
    from moves m
    join accounts a on a.holder_id = m.holder_id and a.id = m.account_id
    group by 1, 2
  ), expected as (
    select *, 'payout:' || id as subject,
      case status when 'requested' then amount when 'approved' then amount - fee else 0 end as pending,
      case when status in ('approved', 'sent', 'completed') then fee else 0 end as fee_due,
      case when status in ('sent', 'completed') then amount - fee else 0 end as sent
    from payouts)
  select coalesce('payout ' || e.id, p.subject) || ' (holder ' || coalesce(e.holder_id, p.holder_id) || ')' as row,
    case when e.id is null then 'was posted and is unknown'
      else 'is ' || e.status || ' of ' || e.amount || ' with ' || coalesce(p.asked, 0) || ' taken, ' || coalesce(p.pending, 0)
        || ' pending, ' || coalesce(p.fee, 0) || ' of fees and ' || coalesce(p.sent, 0) || ' sent' end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.subject = e.subject
  where e.id is null or p.subject is null or p.asked <> e.amount or p.pending <> e.pending or p.fee <> e.fee_due
    or p.sent <> e.sent or p.currency <> e.currency or p.drawn <> array[e.purpose]
  union all
  select 'account ' || a.id || ' (payouts:pending, holder ' || a.holder_id || ', ' || a.mode || ', ' || a.currency || ')',
    'holds ' || a.balance || ', its payouts ask for ' || coalesce(sum(e.pending), 0)
  from accounts a
  left join expected e on e.holder_id = a.holder_id and e.mode = a.mode and e.currency = a.currency
  where a.purpose = 'payouts:pending'
  group by a.holder_id, a.id, a.mode, a.currency, a.balance having a.balance <> coalesce(sum(e.pending), 0)`;

const modes = sql<Offence>`
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')' as row, 'touches an account of another mode' as problem
  from transfers t
  join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
  where a.mode <> t.mode or a.currency <> t.currency
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'was settled by a settlement of another mode'
  from orders o
  join settlements s on s.holder_id = o.holder_id and s.id = o.settlement_id
  where s.mode <> o.mode
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'names a settlement that does not exist'
  from orders o
  where o.settlement_id is not null
    and not exists (select from settlements s where s.holder_id = o.holder_id and s.id = o.settlement_id)`;

export const checks: readonly Check[] = [
  { name: 'Every balance is the sum of its transfers and above its floor', query: balances },
  { name: 'Every book balances, and so does all transit', query: books },
  { name: 'Every settled order has its transfers; no other order has any', query: settlements },
  { name: 'Payments and top-ups were posted exactly once, for what they are', query: payments },
  { name: 'Refunds were posted exactly once, and never exceed what was paid', query: refunds },
  { name: 'Payouts were posted exactly once, for what their state says', query: payouts },
  { name: 'Test and live share no row', query: modes },
];

/** The first offending rows of a check and how many there are in all. */
export async function findOffences(
  db: Database,
  check: Check,
  limit: number,
): Promise<{ offences: Offence[]; count: number }> {
  const { rows } = await sql<Offence & { count: bigint }>`
    select *, count(*) over () as count from (${check.query}) found limit ${limit}`.execute(db);
  return { offences: rows.map(({ row, problem }) => ({ row, problem })), count: Number(rows[0]?.count ?? 0n) };
}
