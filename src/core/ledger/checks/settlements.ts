/**
 * docs/ledger.md, "What verify proves" 3: the transfers that each settled order's splits require, against those posted.
 */
import { sql } from 'kysely';
import { accountNameInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

/**
 * Reports missing transfers and unexpected ones. The restaurant or courier of a shadow share is not compared, because
 * the restaurant may have been given its ref after the order settled.
 */
const settlements = (scope: Scope) => sql`
  with expected as (
    select o.holder_id, o.mode, o.id as order_id, o.currency, o.settlement_id, o.is_shadow,
      (s.n - 1)::int as line, (s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) - coalesce(o.reduced[s.n], 0) as amount,
      case
        when o.is_shadow and s.split ->> 'type' = 'partner' then 'shadow_commission'
        when o.is_shadow and s.split ->> 'type' = 'merchant' then 'shadow_merchant'
        when o.is_shadow then 'shadow_courier'
        when s.split ->> 'type' = 'partner' then 'commission'
        else 'earnings' end as kind,
      case when not o.is_shadow and s.split ->> 'type' <> 'partner' then (s.split ->> 'ref')::bigint end as link_id,
      null as source, null as shadow_ref, null as shadow_name
    from ${scope.rows('orders')} o, jsonb_array_elements(o.splits) with ordinality as s (split, n)
    where o.settlement_status in ('settled', 'partially_reversed', 'reversed')
      and (s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) - coalesce(o.reduced[s.n], 0) > 0
  ), posted as (
    select t.holder_id, t.mode, t.subject_id::bigint as order_id, t.currency, t.settlement_id, t.line, t.amount,
      f.kind as payer_kind, ${accountNameInSql('f')} as payer, p.kind, p.link_id, ${accountNameInSql('p')} as payee
    from ${scope.transfersOf('orders')} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.code = 'settlement'
  )
  select 'order ' || coalesce(e.order_id, p.order_id) || ' (holder ' || coalesce(e.holder_id, p.holder_id) || '), split ' || coalesce(e.line, p.line) as row,
    case
      when p.order_id is null then 'is settled without its transfer of ' || e.amount
      when e.order_id is null then 'has a settlement transfer of ' || p.amount || ' that nothing asks for'
      else 'asks for ' || e.amount || ' to ' || case when e.kind in ('shadow_merchant', 'shadow_courier') then 'shadow:earnings' else ${accountNameInSql('e')} end || ', posted ' || p.amount || ' from ' || p.payer || ' to ' || p.payee end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.mode = e.mode and p.order_id = e.order_id and p.line = e.line
  where e.order_id is null or p.order_id is null or e.amount <> p.amount or e.currency <> p.currency
    or p.settlement_id is distinct from e.settlement_id or p.kind <> e.kind
    or (e.link_id is not null and p.link_id is distinct from e.link_id)
    or p.payer_kind <> (case when e.is_shadow then 'shadow_clearing' else 'clearing' end)
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')', 'is a settlement of no order'
  from ${scope.transfers} t where t.code = 'settlement' and t.subject_kind <> 'order'`;

export const settlementChecks: readonly Check[] = [
  { name: 'Every settled order has its transfers; no other order has any', query: settlements },
];
