/** docs/ledger.md, "What verify proves" 8: a capture that came too late was posted and returned, and left nothing. */
import { sql } from 'kysely';
import { outsideSourceInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

const lateCaptures = (scope: Scope) => sql`
  with posted as (
    select t.holder_id, t.subject_id as id, min(t.mode) as mode, min(t.currency) as currency,
      coalesce(sum(t.amount) filter (where t.code = 'late_capture'), 0) as captured,
      coalesce(sum(t.amount) filter (where t.code = 'late_capture_return'), 0) as returned,
      count(distinct t.currency) as currencies,
      max(case when f.kind = 'outside' then f.source else p.source end) as source,
      min(case when f.kind = 'outside' then f.source else p.source end) as other_source,
      max(case when f.kind = 'outside' then p.kind else f.kind end) as payee,
      min(case when f.kind = 'outside' then p.kind else f.kind end) as other_payee
    from ${scope.transfersOf('payment_attempts')} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    group by 1, 2
  ), late as (
    select a.*, ${outsideSourceInSql('a')} as outside, p.mode, case when p.order_id is null then 'wallet' else 'clearing' end as payee, c.amount as came,
      c.currency as came_in, c.mode as came_mode
    from ${scope.rows('payment_attempts')} a
    join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
    left join late_captures c on c.holder_id = a.holder_id and c.attempt_id = a.id
    where a.status = 'returned')
  select 'attempt ' || coalesce(l.id, p.id) || ' (holder ' || coalesce(l.holder_id, p.holder_id) || ')' as row,
    case when l.id is null then 'has a late capture of ' || p.captured || ' that nothing asks for'
      else 'came late with ' || coalesce(l.came, 0) || ', ' || coalesce(p.captured, 0) || ' posted and ' || coalesce(p.returned, 0) || ' returned' end as problem
  from late l
  full join posted p on p.holder_id = l.holder_id and p.id = l.id
  where l.id is null or p.id is null or p.captured <> p.returned or p.currencies > 1 or p.mode <> l.mode
    or (l.came, l.came_in, l.came_mode) is distinct from (p.captured, p.currency, p.mode)
    or l.outside is distinct from p.source or l.outside is distinct from p.other_source
    or l.payee <> p.payee or l.payee <> p.other_payee
  union all
  select 'late capture of attempt ' || c.attempt_id || ' (holder ' || c.holder_id || ')', 'has no attempt that was returned'
  from late_captures c
  where not exists (
    select from payment_attempts a
    where a.holder_id = c.holder_id and a.id = c.attempt_id and a.payment_id = c.payment_id and a.status = 'returned')`;

export const lateCaptureChecks: readonly Check[] = [
  { name: 'Late captures were returned in full', query: lateCaptures },
];
