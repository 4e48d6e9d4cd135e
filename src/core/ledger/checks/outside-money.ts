/**
 * docs/ledger.md, "What verify proves" 11: what a statement's line says is what the transfer that it is matched with
 * moved, and live money came from outside because a statement, a person or a provider said so.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

/** A transfer out of the outside account came in: it has the sign that the statement gives it. */
const lines = (scope: Scope) => sql`
  select 'line ' || l.line_number || ' of import ' || l.import_id as row,
    'is of ' || l.amount || ' ' || l.currency || ', and transfer ' || t.id || ' (holder ' || t.holder_id || ') that it is matched with moved '
      || case when f.kind = 'outside' and f.source = l.source then t.amount || ' ' || t.currency
        when p.kind = 'outside' and p.source = l.source then -t.amount || ' ' || t.currency
        else 'nothing at outside:' || l.source end as problem
  from ${scope.written('statement_lines')} l
  join transfers t on t.holder_id = l.transfer_holder_id and t.id = l.transfer_id
  join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
  join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
  where l.amount is distinct from case when f.kind = 'outside' and f.source = l.source then t.amount
    when p.kind = 'outside' and p.source = l.source then -t.amount end
  union all
  select 'line ' || l.line_number || ' of import ' || l.import_id,
    'is matched with transfer ' || l.transfer_id || ' of holder ' || l.transfer_holder_id || ', which does not exist'
  from ${scope.written('statement_lines')} l
  where l.transfer_id is not null and not exists (
    select from transfers t where t.holder_id = l.transfer_holder_id and t.id = l.transfer_id)`;

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
    join statement_lines l on l.transfer_holder_id = t.holder_id and l.transfer_id = t.id
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
  { name: 'Every matched line of a statement has the amount of its transfer', query: lines },
  { name: 'Every live top-up was confirmed, or is on a statement', query: topUps },
  { name: 'Every live charge has the reference of the provider that reported it', query: charges },
];
