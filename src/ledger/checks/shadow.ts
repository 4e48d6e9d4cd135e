/**
 * What `sluice verify` asks of the shadow ledger (docs/ledger.md, "What verify proves" 3): payments outside and
 * claims against their transfers and their orders, in both directions. Nothing here writes.
 */
import { sql } from 'kysely';
import type { Check, Offence, Scope } from './check.ts';

/** How the subjects of each kind are named; anything else is looked for among the transfers themselves. */
const wellNamed = sql.raw(`case when code = 'paid_outside' then subject ~ '^paid_outside:[^:]+$'
  else subject ~ '^order:[1-9][0-9]{0,17}$' end`);

/** Every posted transfer of the shadow ledger's kinds, with the names of its ends. */
const posted = (scope: Scope) => sql`
  posted as (
    select t.holder_id, t.mode, t.subject, t.code, t.line, t.amount, t.currency, f.purpose as payer, p.purpose as payee
    from (
      select * from ${scope.transfersOf('shadow_payments')} outside where code = 'paid_outside' and ${wellNamed}
      union all
      select * from ${scope.transfersOf('orders')} claims where code in ('claim', 'shadow_claimed') and ${wellNamed}) t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id)`;

/**
 * The transfers that the records ask for. A payer of null is any of the shadow earnings: an order may have been named
 * since.
 */
const expected = (scope: Scope) => sql`
  expected as (
    select r.holder_id, r.mode, 'paid_outside:' || r.id as subject, 'paid_outside' as code, l.line, l.amount, o.currency,
      null as payer,
      'shadow:clearing' as payee
    from ${scope.rows('shadow_payments')} r
    join shadow_payment_lines l on l.holder_id = r.holder_id and l.payment_id = r.id
    join orders o on o.holder_id = l.holder_id and o.id = l.order_id and o.mode = r.mode and o.is_shadow
    union all
    select r.holder_id, r.mode, 'order:' || l.order_id, k.code, l.split, l.amount, o.currency, k.payer, k.payee
    from ${scope.rows('orders')} o
    join shadow_claim_lines l on l.holder_id = o.holder_id and l.order_id = o.id
    join shadow_claims r on r.holder_id = l.holder_id and r.id = l.claim_id and r.mode = o.mode,
    lateral (values
      ('claim', 'clearing', 'earnings:' || r.link_id),
      ('shadow_claimed', 'shadow:earnings:ref:' || r.shadow_merchant_ref, 'shadow:clearing')) as k (code, payer, payee)
    where o.is_shadow)`;

/** What each order says of its splits, and what the records add up to. */
const bySplit = (scope: Scope) => sql`
  said as (
    select o.holder_id, o.id as order_id, s.n - 1 as split, o.claim_link_id,
      (s.split ->> 'amount')::bigint - coalesce(o.reduced[s.n::int], 0) as share, s.split ->> 'type' as type, o.is_shadow,
      coalesce(o.paid_outside[s.n::int], 0) as paid_outside, coalesce(o.claimed[s.n::int], 0) as claimed
    from ${scope.rows('orders')} o, jsonb_array_elements(o.splits) with ordinality as s (split, n)
    where o.paid_outside <> '{}' or o.claimed <> '{}'
  ), recorded as (
    select holder_id, order_id, split, sum(paid_outside) as paid_outside, sum(claimed) as claimed, max(link_id) as link_id
    from (
      select l.holder_id, l.order_id, l.split, l.amount as paid_outside, 0 as claimed, null::bigint as link_id
      from ${scope.rows('orders')} o
      join shadow_payment_lines l on l.holder_id = o.holder_id and l.order_id = o.id
      union all
      select l.holder_id, l.order_id, l.split, 0, l.amount, r.link_id
      from ${scope.rows('orders')} o
      join shadow_claim_lines l on l.holder_id = o.holder_id and l.order_id = o.id
      join shadow_claims r on r.holder_id = l.holder_id and r.id = l.claim_id) lines
    group by 1, 2, 3)`;

const shadowLedger = (scope: Scope) => sql<Offence>`
  with ${posted(scope)}, ${expected(scope)}, ${bySplit(scope)}
  select coalesce(p.subject, e.subject) || ' (holder ' || coalesce(p.holder_id, e.holder_id) || '), ' || coalesce(p.code, e.code) || ' ' || coalesce(p.line, e.line) as row,
    case
      when p.subject is null then 'is without its transfer of ' || e.amount
      when e.subject is null then 'has a transfer of ' || p.amount || ' that nothing asks for'
      else 'asks for ' || e.amount || ' from ' || coalesce(e.payer, 'shadow:earnings') || ' to ' || e.payee || ', posted ' || p.amount || ' from ' || p.payer || ' to ' || p.payee end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.mode = e.mode and p.subject = e.subject and p.code = e.code
    and p.line = e.line
  where e.subject is null or p.subject is null or e.amount <> p.amount or e.currency <> p.currency
    or p.payee <> e.payee
    or p.payer <> e.payer or (e.payer is null and p.payer not like 'shadow:earnings:%')
  union all
  select 'order ' || coalesce(s.order_id, r.order_id) || ' (holder ' || coalesce(s.holder_id, r.holder_id) || '), split ' || coalesce(s.split, r.split),
    'says ' || coalesce(s.paid_outside, 0) || ' paid outside and ' || coalesce(s.claimed, 0) || ' claimed of ' || coalesce(s.share::text, 'its share')
      || ', recorded ' || coalesce(r.paid_outside, 0) || ' and ' || coalesce(r.claimed, 0)
  from said s
  full join recorded r on r.holder_id = s.holder_id and r.order_id = s.order_id and r.split = s.split
  where coalesce(s.paid_outside, 0) <> coalesce(r.paid_outside, 0) or coalesce(s.claimed, 0) <> coalesce(r.claimed, 0)
    or s.paid_outside + s.claimed > s.share or s.paid_outside < 0 or s.claimed < 0
    or (s.claimed > 0 and s.type <> 'merchant') or (s.paid_outside + s.claimed > 0 and not s.is_shadow)
    or (r.claimed > 0 and r.link_id is distinct from s.claim_link_id)
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')', 'settles a shadow order with ' || a.purpose
  from ${scope.transfersOf('orders')} t
  -- By the order's key: with a subject put together for each order, every transfer would be held against every order.
  join ${scope.rows('orders')} o on o.holder_id = t.holder_id and o.is_shadow
    and o.id = case when t.subject ~ '^order:[0-9]{1,18}$' then split_part(t.subject, ':', 2)::bigint end
  join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
    and a.purpose not like 'shadow:%'
  where t.code = 'settlement'
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')', 'is a ' || t.code || ' of ' || t.subject || ', which is none'
  from ${scope.transfers} t
  where t.code in ('paid_outside', 'claim', 'shadow_claimed') and not ${wellNamed}`;

/** What the shadow ledger owes a restaurant or a courier is what is left of their orders, and nothing else. */
const owed = () => sql<Offence>`
  with owed as (
    select o.holder_id, o.mode, o.currency,
      case
        when s.split ->> 'type' = 'courier' then 'shadow:earnings:' || coalesce('courier:' || (s.split ->> 'ref'), 'unnamed-courier')
        else 'shadow:earnings:' || coalesce('ref:' || o.shadow_merchant_ref, 'name:' || o.shadow_merchant_name, 'unnamed')
      end as purpose,
      sum(greatest((s.split ->> 'amount')::bigint - coalesce(o.reduced[s.n::int], 0) - coalesce(o.reversed[s.n::int], 0)
        - coalesce(o.paid_outside[s.n::int], 0) - coalesce(o.claimed[s.n::int], 0), 0)) as amount
    from orders o, jsonb_array_elements(o.splits) with ordinality as s (split, n)
    where o.is_shadow and o.settlement_status in ('settled', 'partially_reversed', 'reversed')
      and s.split ->> 'type' <> 'partner'
    group by 1, 2, 3, 4)
  select 'account ' || coalesce(a.purpose, w.purpose) || ' (holder ' || coalesce(a.holder_id, w.holder_id) || ', '
      || coalesce(a.mode, w.mode) || ', ' || coalesce(a.currency, w.currency) || ')' as row,
    'holds ' || coalesce(a.balance, 0) || ', of its orders ' || coalesce(w.amount, 0) || ' are left' as problem
  from (select * from accounts where purpose like 'shadow:earnings:%') a
  full join owed w on w.holder_id = a.holder_id and w.mode = a.mode and w.currency = a.currency
    and w.purpose collate "C" = a.purpose
  where coalesce(a.balance, 0) <> coalesce(w.amount, 0)`;

export const shadowChecks: readonly Check[] = [
  { name: 'The shadow ledger owes what is left of its orders', query: owed },
  { name: 'Shares of shadow orders were paid outside or claimed as recorded, and never twice', query: shadowLedger },
];
