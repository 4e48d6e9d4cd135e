/**
 * docs/ledger.md, "What verify proves" 8: debts that were repaid outside or written off. What was posted is what the row
 * says, by the debtor that it names; what was repaid was recovered at once; and no more of a write-off is reversed than was
 * written off.
 */
import { sql } from 'kysely';
import { accountNameInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import type { Check, Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);

/** The exact transfers, as required-transfers.ts compares them. A memo is of the link's debt, or of the holder's own. */
export const requiredByDebtSettlements = (scope: Scope) => sql`
  select m.holder_id, s.mode, 'debt_settlement', s.id, m.code, 0, s.currency, s.amount, m.from_kind, m.from_source,
    case m.from_kind when 'link_debt' then s.link_id end, m.to_kind, null, null::bigint
  from ${scope.rows('debt_settlements')} s,
  lateral (values
    (s.holder_id, 'debt_repaid', s.kind = 'repaid' and s.link_id is null, 'outside', 'bank', s.account_kind),
    (s.holder_id, 'debt_repaid', s.kind = 'repaid' and s.link_id is not null, 'link_debt', null, 'debts'),
    (s.holder_id, 'debt_written_off', s.kind = 'written_off', case when s.link_id is null then 'debt' else 'link_debt' end,
      null, 'debts'),
    (${service}, 'debt_written_off', s.kind = 'written_off' and s.link_id is null, 'fees', null, 'advances'))
    as m (holder_id, code, is_asked, from_kind, from_source, to_kind)
  where s.status = 'posted' and m.is_asked`;

/** Recoveries are compared with the debts they canceled in recoveries.ts; here with what the row says. */
const repaid = (scope: Scope) => sql`
  with recovered as (
    select t.holder_id, t.mode, t.subject_id as id, sum(t.amount) as amount, min(f.kind) as kind, max(f.kind) as other_kind
    from ${scope.transfersOf('debt_settlements')} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    where t.code = 'debt_recovery' and t.holder_id <> ${service}
    group by 1, 2, 3
  ), asked as (
    select * from ${scope.rows('debt_settlements')} s where s.status = 'posted' and s.kind = 'repaid' and s.link_id is null)
  select 'debt settlement ' || coalesce(s.id, r.id) || ' (holder ' || coalesce(s.holder_id, r.holder_id) || ')' as row,
    case when s.id is null then 'recovered ' || r.amount || ' that nobody repaid'
      else 'repaid ' || s.amount || ' of what ' || s.account_kind || ' owes, of which ' || coalesce(r.amount, 0)
        || ' was recovered' end as problem
  from asked s
  full join recovered r on r.holder_id = s.holder_id and r.mode = s.mode and r.id = s.id
  where s.id is null or coalesce(r.amount, 0) <> s.amount or r.kind <> s.account_kind or r.other_kind <> s.account_kind`;

/** A write-off that is reversed in a debtor's book is the service's gain in its own, where it was its loss. */
const reversals = (scope: Scope) => sql`
  with reversed as (
    select t.mode, t.currency, t.subject_kind, t.subject_id, t.line,
      sum(t.amount) filter (where p.kind = 'debt') as owed, sum(t.amount) filter (where t.holder_id = ${service}) as gained
    from ${scope.transfersOf('disputes', 'orders')} t
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.code = 'write_off_reversed'
    group by 1, 2, 3, 4, 5)
  select r.subject_kind || ' ' || r.subject_id || ', return ' || r.line as row,
    'owes again ' || coalesce(r.owed, 0) || ' of what was written off, of which the service has ' || coalesce(r.gained, 0) as problem
  from reversed r where r.owed is distinct from r.gained`;

/** Covers all accounts with a reversed write-off, also in an incremental verification: they are few. */
const bounds = (scope: Scope) => sql`
  with reversed as (
    select distinct t.holder_id, t.to_account_id as account_id from ${scope.transfers} t
    where t.code = 'write_off_reversed' and t.holder_id <> ${service})
  select 'account ' || a.id || ' (' || ${accountNameInSql('a')} || ', holder ' || a.holder_id || ', ' || a.mode || ', ' || a.currency || ')' as row,
    'had ' || w.off || ' written off and ' || w.back || ' of it reversed' as problem
  from reversed r
  join accounts a on a.holder_id = r.holder_id and a.id = r.account_id
  cross join lateral (
    select coalesce(sum(t.amount) filter (where t.code = 'debt_written_off' and t.from_account_id = a.id), 0) as off,
      coalesce(sum(t.amount) filter (where t.code = 'write_off_reversed' and t.to_account_id = a.id), 0) as back
    from transfers t
    where t.holder_id = a.holder_id and (t.from_account_id = a.id or t.to_account_id = a.id)) w
  where w.back > w.off`;

export const debtSettlementChecks: readonly Check[] = [
  { name: 'What was repaid outside was recovered at once', query: repaid },
  { name: 'Reversed write-offs are the service’s gain and what holders owe again', query: reversals },
  { name: 'No more of a write-off was reversed than was written off', query: bounds },
];
