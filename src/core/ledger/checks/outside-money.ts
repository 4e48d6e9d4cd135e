/**
 * docs/ledger.md, "What verify proves" 11: what lines of statements are matched with is what the transfers moved,
 * and live money came from outside because a statement, a person or a provider said so.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const line = sql`'line ' || l.line_number || ' of import ' || l.import_id`;

/** What a line says is matched of it is the sum of its matches. */
const lines = (scope: Scope) => sql`
  select ${line} as row, 'is matched to ' || l.matched_amount || ' ' || l.currency || ', and its matches come to '
      || coalesce(m.amount, 0) as problem
  from (
    select l.* from ${scope.written('statement_lines')} l
    union
    select l.* from ${scope.written('statement_matches')} m join statement_lines l on l.id = m.line_id) l
  left join lateral (select sum(amount) as amount from statement_matches where line_id = l.id) m on true
  where l.matched_amount <> coalesce(m.amount, 0)`;

/** Lines of a source have no more of a transfer than it moved there: one out of the outside account came in. */
const matches = (scope: Scope) => sql`
  with matched as materialized (
    select distinct transfer_holder_id, transfer_id, source from ${scope.written('statement_matches')} m)
  select 'transfer ' || k.transfer_id || ' (holder ' || k.transfer_holder_id || ')' as row,
    case when t.id is null then 'does not exist, and ' || n.lines || ' is matched with it'
      when t.moved is null then 'moved nothing at outside:' || k.source || ', and ' || n.lines || ' is matched with it'
      else 'moved ' || t.moved || ' ' || t.currency || ', and ' || n.amount || ' of it is matched with ' || n.lines end as problem
  from matched k
  cross join lateral (
    select sum(m.amount) as amount, bool_or(sign(m.amount) <> sign(s.amount)) as is_mixed,
      string_agg('line ' || l.line_number || ' of import ' || l.import_id, ', ' order by l.id) as lines
    from statement_matches m join statement_lines l on l.id = m.line_id
    cross join lateral (select min(amount) as amount from statement_matches o
      where o.transfer_holder_id = k.transfer_holder_id and o.transfer_id = k.transfer_id and o.source = k.source) s
    where m.transfer_holder_id = k.transfer_holder_id and m.transfer_id = k.transfer_id and m.source = k.source) n
  left join lateral (
    select t.id, t.currency, case when f.kind = 'outside' and f.source = k.source then t.amount
      when p.kind = 'outside' and p.source = k.source then -t.amount end as moved
    from transfers t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.holder_id = k.transfer_holder_id and t.id = k.transfer_id) t on true
  where t.moved is null or n.is_mixed or sign(n.amount) <> sign(t.moved) or abs(n.amount) > abs(t.moved)`;

/** What goes back to the sender of a line is what the line brought and nobody was credited. */
const returns = (scope: Scope) => sql`
  select 'line_return ' || r.id as row, 'sends back ' || r.amount || ' ' || r.currency
      || ', and what its line set aside comes to ' || coalesce(b.amount, 0) as problem
  from ${scope.rows('line_returns')} r
  left join lateral (
    select sum(b.amount) as amount from statement_bookings b
    where b.holder_id = r.holder_id and b.mode = r.mode and b.line_id = r.line_id and b.currency = r.currency
      and b.source = 'bank' and b.kind = 'set_aside' and b.reversed_at is null) b on true
  where r.status <> 'cancelled' and r.amount <> coalesce(b.amount, 0)`;

/** A rule books whole lines, in the service's own book, of what a person allowed. Rules are never deleted. */
const ruled = (scope: Scope) => sql`
  select 'booking ' || b.id as row, 'was made by rule ' || b.rule_id || case when r.id is null then ', which does not exist'
    else ', which says something else' end as problem
  from ${scope.rows('statement_bookings')} b
  join statement_lines l on l.id = b.line_id
  left join booking_rules r on r.id = b.rule_id
  where b.rule_id is not null and (r.id is null or b.amount <> l.amount or abs(b.amount) > r.amount_max
    or (r.mode, r.source, r.currency, r.kind) <> (b.mode, b.source, b.currency, b.kind)
    or r.direction <> case when b.amount > 0 then 'in' else 'out' end)`;

/** Entries of the audit log are kept for two years: of older top-ups nothing is known. */
const topUps = (scope: Scope) => sql`
  with confirmed as materialized (
    select object_id, bool_or(after ->> 'amount' = u.amount::text and after ->> 'currency' = u.currency
        and after ->> 'wallet' = u.account_kind) as agrees
    from audit_log a
    join (select * from ${scope.rows('top_ups')} x where mode = 'live' and status = 'succeeded') u on u.id = a.object_id
    where a.action = 'top_ups.confirm' and a.object_kind = 'top_up'
    group by 1
  ), matched as (
    select t.holder_id, t.subject_id from ${scope.transfersOf('top_ups')} t
    join statement_matches l on l.transfer_holder_id = t.holder_id and l.transfer_id = t.id
    where t.mode = 'live')
  select 'top_up ' || u.id || ' (holder ' || u.holder_id || ')' as row,
    case when c.object_id is not null
      then 'is of ' || u.amount || ' ' || u.currency || ' into ' || u.account_kind || ', which is not what was confirmed'
      else 'has no line of a statement, and nobody confirmed that its money arrived' end as problem
  from ${scope.rows('top_ups')} u
  left join confirmed c on c.object_id = u.id
  where u.mode = 'live' and u.status = 'succeeded'
    and case when c.object_id is not null then not c.agrees
      else u.succeeded_at > now() - interval '2 years' + interval '1 day' and not exists (
        select from matched m where m.holder_id = u.holder_id and m.subject_id = u.id) end`;

/** The provider's reference comes with its answer or its notice. */
const charges = (scope: Scope) => sql`
  select 'attempt ' || a.id || ' of payment ' || a.payment_id || ' (holder ' || a.holder_id || ')' as row,
    'is ' || a.status || ' in live mode by ' || a.provider || coalesce(' with reference ' || a.provider_ref, ' without a reference of a provider') as problem
  from ${scope.rows('payment_attempts')} a
  join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
  where p.mode = 'live' and a.method <> 'wallet' and a.status in ('succeeded', 'returned')
    and (a.provider = 'wallet' or a.provider_ref is null)`;

export const outsideMoneyChecks: readonly Check[] = [
  { name: 'What is matched of a line is the sum of its matches', query: lines },
  { name: 'Lines of statements are matched with no more of a transfer than it moved', query: matches },
  { name: 'What is sent back is what its line brought', query: returns },
  { name: 'What a rule booked of lines is what the rule says', query: ruled },
  { name: 'Every live top-up was confirmed, or is on a statement', query: topUps },
  { name: 'Every live charge has the reference of the provider that reported it', query: charges },
];
