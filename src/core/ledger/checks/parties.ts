/**
 * docs/ledger.md, "What verify proves" 7: what refunds and cancellations took from a share, gave back or left as a debt
 * was posted to the account of the party that has the share. Their amounts are compared in order-refunds.ts.
 */
import { sql } from 'kysely';
import { accountNameInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

/** The party's end of each transfer of a share. */
const partyOf =
  sql.raw(`case when t.code in ('reversal', 'claim_reversed', 'reversal_debt_failed') then t.from_account_id
  when t.code in ('reversal_debt', 'write_off_reversed', 'reversal_failed', 'claim_reversal_failed', 'debt_returned',
    'shadow_named') then t.to_account_id end`);

/** What is compared of the share's order; `found` is null where there is none. */
const orderFacts =
  sql.raw(`o.id as found, o.mode as order_mode, o.currency as order_currency, o.is_shadow, o.claim_link_id,
  o.shadow_merchant_ref, o.splits`);

/** The order is joined in each half: around both, it could not be joined where its holder's rows are. */
const ofShares = (scope: Scope) => sql`
  select t.*, ${partyOf} as party_id, t.subject_id::bigint as order_id, ${orderFacts}
  from ${scope.transfersOf('orders')} t
  left join ${scope.rows('orders')} o on o.holder_id = t.holder_id and o.id = t.subject_id::bigint
  where t.code in ('reversal', 'claim_reversed', 'reversal_debt', 'shadow_named')
  union all
  select t.*, ${partyOf}, r.order_id, ${orderFacts}
  from ${scope.transfersOf('order_refunds')} t
  join ${scope.rows('order_refunds')} r on r.holder_id = t.holder_id and r.id = t.subject_id
  left join ${scope.rows('orders')} o on o.holder_id = r.holder_id and o.id = r.order_id
  where t.code in ('reversal', 'claim_reversed', 'reversal_debt', 'reversal_failed', 'claim_reversal_failed',
    'reversal_debt_failed', 'write_off_reversed', 'debt_returned')`;

/** A claimed share of a shadow order is the claiming link's, like a share that was settled with money. */
const parties = (scope: Scope) => sql`
  with shares as (
    select t.*, a.kind, a.link_id, ${accountNameInSql('a')} as party, a.shadow_ref,
      t.splits -> t.line ->> 'type' as type, (t.splits -> t.line ->> 'ref')::bigint as ref
    from (${ofShares(scope)}) t
    join accounts a on a.holder_id = t.holder_id and a.id = t.party_id)
  select 'order ' || s.order_id || ' (holder ' || s.holder_id || '), split ' || s.line as row,
    'has a ' || s.code || ' in ' || s.mode || ' mode and ' || s.currency || ' with ' || s.party || ', which is not its party''s' as problem
  from shares s
  where s.found is null or s.mode <> s.order_mode or s.currency <> s.order_currency or s.type is null
    or case
      when s.type = 'partner' then s.kind <> case when s.is_shadow then 'shadow_commission' else 'commission' end
      when s.kind in ('earnings', 'link_debt') then
        s.link_id is distinct from case when s.is_shadow then s.claim_link_id else s.ref end
      when s.type = 'courier' then s.kind <> 'shadow_courier' or s.link_id is distinct from s.ref
      else s.kind <> 'shadow_merchant' or not s.is_shadow
        or (s.code = 'shadow_named' and s.shadow_ref is distinct from s.shadow_merchant_ref) end
    or (s.type = 'courier' and not s.is_shadow and s.kind = 'shadow_courier')`;

export const partyChecks: readonly Check[] = [
  { name: 'Everything taken from a share was taken from the party it belongs to', query: parties },
];
