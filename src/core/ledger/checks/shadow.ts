/**
 * The checks of the shadow ledger (docs/ledger.md, "What verify proves" 3): payments outside and claims against their
 * transfers and orders, in both directions. Nothing here writes.
 */
import { sql } from 'kysely';
import { accountNameInSql, shadowPayeeInSql, subjectInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

/** Posted transfers of payments outside and claims, with both accounts. */
const posted = (scope: Scope) => sql`
  posted as (
    select t.holder_id, t.mode, t.subject_kind, t.subject_id, t.code, t.line, t.amount, t.currency,
      f.kind as payer_kind, f.shadow_ref as payer_ref, ${accountNameInSql('f')} as payer,
      p.kind as payee_kind, p.link_id as payee_link_id, ${accountNameInSql('p')} as payee
    from (
      select * from ${scope.transfersOf('shadow_payments')} outside where code = 'paid_outside'
      union all
      select * from ${scope.transfersOf('orders')} claims where code in ('claim', 'shadow_claimed')) t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id)`;

/**
 * The transfers that the records require. A payment outside may be drawn from any shadow earnings account, because the
 * restaurant may have been given its ref since.
 */
const claimLines = (scope: Scope) => sql`
    ${scope.rows('orders')} o
    join shadow_claim_lines l on l.holder_id = o.holder_id and l.order_id = o.id
    join shadow_claims r on r.holder_id = l.holder_id and r.id = l.claim_id and r.mode = o.mode`;

const expected = (scope: Scope) => sql`
  expected as (
    select r.holder_id, r.mode, 'paid_outside' as subject_kind, r.id as subject_id, 'paid_outside' as code, l.line,
      l.amount, o.currency, null as payer_kind, null as payer_ref, 'shadow_clearing' as payee_kind,
      null::bigint as payee_link_id, 'shadow:earnings' as payer, 'shadow:clearing' as payee
    from ${scope.rows('shadow_payments')} r
    join shadow_payment_lines l on l.holder_id = r.holder_id and l.payment_id = r.id
    join orders o on o.holder_id = l.holder_id and o.id = l.order_id and o.mode = r.mode and o.is_shadow
    union all
    select r.holder_id, r.mode, 'order', l.order_id::text, 'claim', l.split, l.amount, o.currency, 'clearing', null,
      'earnings', r.link_id, 'clearing', 'earnings:' || r.link_id
    from ${claimLines(scope)} where o.is_shadow
    union all
    select r.holder_id, r.mode, 'order', l.order_id::text, 'shadow_claimed', l.split, l.amount, o.currency,
      'shadow_merchant', r.shadow_merchant_ref, 'shadow_clearing', null,
      'shadow:earnings:ref:' || r.shadow_merchant_ref, 'shadow:clearing'
    from ${claimLines(scope)} where o.is_shadow)`;

/** The posted transfer matches the required one in amount, currency and accounts. */
const isAsked = sql.raw(`p.amount = e.amount and p.currency = e.currency and p.payee_kind = e.payee_kind
    and p.payee_link_id is not distinct from e.payee_link_id
    and case when e.payer_kind is null then p.payer_kind in ('shadow_merchant', 'shadow_courier')
      else p.payer_kind = e.payer_kind and p.payer_ref is not distinct from e.payer_ref end`);

/** The amounts stored per split of each order, and the sums of the recorded lines. */
const bySplit = (scope: Scope) => sql`
  said as (
    select o.holder_id, o.id as order_id, s.n - 1 as split, o.claim_link_id,
      (s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n::int], 0) - coalesce(o.reduced[s.n::int], 0)
        + coalesce((select sum(r.credited_back[s.n::int]) from order_refunds r
          where r.holder_id = o.holder_id and r.order_id = o.id), 0) as share,
      s.split ->> 'type' as type, o.is_shadow,
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

const shadowLedger = (scope: Scope) => sql`
  with ${posted(scope)}, ${expected(scope)}, ${bySplit(scope)}
  select coalesce(p.subject_kind, e.subject_kind) || ':' || coalesce(p.subject_id, e.subject_id) || ' (holder ' || coalesce(p.holder_id, e.holder_id) || '), ' || coalesce(p.code, e.code) || ' ' || coalesce(p.line, e.line) as row,
    case
      when p.subject_id is null then 'is without its transfer of ' || e.amount
      when e.subject_id is null then 'has a transfer of ' || p.amount || ' that nothing asks for'
      else 'asks for ' || e.amount || ' from ' || e.payer || ' to ' || e.payee || ', posted ' || p.amount || ' from ' || p.payer || ' to ' || p.payee end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.mode = e.mode and p.subject_kind = e.subject_kind
    and p.subject_id = e.subject_id and p.code = e.code and p.line = e.line
  where e.subject_id is null or p.subject_id is null or not (${isAsked})
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
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')', 'settles a shadow order with ' || ${accountNameInSql('a')}
  from ${scope.transfersOf('orders')} t
  -- By the order's key: with a text made of each order's id, every transfer would be compared with every order.
  join ${scope.rows('orders')} o on o.holder_id = t.holder_id and o.is_shadow and o.id = t.subject_id::bigint
  join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
    and a.kind not in ('shadow_clearing', 'shadow_commission', 'shadow_merchant', 'shadow_courier')
  where t.code = 'settlement'
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')', 'is a ' || t.code || ' of ' || ${subjectInSql('t')} || ', which is none'
  from ${scope.transfers} t
  where t.code in ('paid_outside', 'claim', 'shadow_claimed')
    and t.subject_kind <> case t.code when 'paid_outside' then 'paid_outside' else 'order' end`;

/** The balance owed to a restaurant or courier in the shadow ledger is exactly the unpaid rest of their orders. */
const owed = () => sql`
  with shares as (
    select o.holder_id, o.mode, o.currency, p.*,
      greatest((s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n::int], 0) - coalesce(o.reduced[s.n::int], 0) - coalesce(o.reversed[s.n::int], 0)
        - coalesce(o.paid_outside[s.n::int], 0) - coalesce(o.claimed[s.n::int], 0), 0) as left_over
    from orders o, jsonb_array_elements(o.splits) with ordinality as s (split, n), ${shadowPayeeInSql('o', 's')} p
    where o.is_shadow and o.settlement_status in ('settled', 'partially_reversed', 'reversed')
      and s.split ->> 'type' <> 'partner'
  ), both_sides as (
    select holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name, 0 as balance, sum(left_over) as left_over
    from shares group by 1, 2, 3, 4, 5, 6, 7, 8
    union all
    select holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name, balance, 0
    from accounts where kind in ('shadow_merchant', 'shadow_courier')
  ), sums as (
    select holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name, sum(balance) as balance,
      sum(left_over) as left_over
    from both_sides group by 1, 2, 3, 4, 5, 6, 7, 8)
  select 'account ' || ${accountNameInSql('w')} || ' (holder ' || w.holder_id || ', ' || w.mode || ', ' || w.currency || ')' as row,
    'balance is ' || w.balance || ', its orders leave ' || w.left_over as problem
  from sums w where w.balance <> w.left_over`;

export const shadowChecks: readonly Check[] = [
  { name: 'The shadow ledger owes exactly what is left of its orders', query: owed },
  { name: 'Shadow orders’ shares were paid outside or claimed as recorded, and never twice', query: shadowLedger },
];
