/** docs/ledger.md, "What verify proves" 4: payouts against the transfers that their state requires. */
import { sql } from 'kysely';
import { subjectInSql } from '../account-sql.ts';
import type { Check, Scope } from './check.ts';

const codes = sql.raw(`('payout', 'payout_fee', 'payout_sent', 'payout_returned', 'payout_fee_returned')`);

/** The account that the payout is drawn from: any that is not one of the other three. */
const isDrawn = sql.raw(`a.kind not in ('payouts_pending', 'fees') and not (a.kind = 'outside' and a.source = 'bank')`);

/** The amounts that each payout's state requires in its four accounts, against the transfers. */
const payouts = (scope: Scope) => sql`
  with moves as (
    select holder_id, subject_id, currency, code, to_account_id as account_id, amount
    from ${scope.transfersOf('payouts')} t where code in ${codes}
    union all
    select holder_id, subject_id, currency, code, from_account_id, -amount
    from ${scope.transfersOf('payouts')} t where code in ${codes}
  ), posted as (
    select m.holder_id, m.subject_id, min(m.currency) as currency,
      coalesce(sum(m.amount) filter (where m.code = 'payout' and a.kind = 'payouts_pending'), 0) as asked,
      coalesce(sum(m.amount) filter (where a.kind = 'payouts_pending'), 0) as pending,
      coalesce(sum(m.amount) filter (where a.kind = 'fees'), 0) as fee,
      coalesce(sum(m.amount) filter (where a.kind = 'outside' and a.source = 'bank'), 0) as sent,
      count(distinct a.id) filter (where ${isDrawn}) as drawn_accounts,
      min(a.kind) filter (where ${isDrawn}) as drawn_kind, min(a.link_id) filter (where ${isDrawn}) as drawn_link_id
    from moves m
    join accounts a on a.holder_id = m.holder_id and a.id = m.account_id
    group by 1, 2
  ), expected as (
    select *,
      case status when 'requested' then amount when 'approved' then amount - fee else 0 end as pending,
      case when status in ('approved', 'sent', 'completed') then fee else 0 end as fee_due,
      case when status in ('sent', 'completed') then amount - fee else 0 end as sent
    from ${scope.rows('payouts')} p)
  select coalesce('payout ' || e.id, 'payout:' || p.subject_id) || ' (holder ' || coalesce(e.holder_id, p.holder_id) || ')' as row,
    case when e.id is null then 'was posted and is unknown'
      else 'is ' || e.status || ' of ' || e.amount || ' with ' || coalesce(p.asked, 0) || ' taken, ' || coalesce(p.pending, 0)
        || ' pending, ' || coalesce(p.fee, 0) || ' of fees and ' || coalesce(p.sent, 0) || ' sent' end as problem
  from expected e
  full join posted p on p.holder_id = e.holder_id and p.subject_id = e.id
  where e.id is null or p.subject_id is null or p.asked <> e.amount or p.pending <> e.pending or p.fee <> e.fee_due
    or p.sent <> e.sent or p.currency <> e.currency or p.drawn_accounts <> 1
    or p.drawn_kind <> e.account_kind or p.drawn_link_id is distinct from e.link_id
  union all
  select ${subjectInSql('t')} || ' (holder ' || t.holder_id || ')', 'was posted and is unknown'
  from ${scope.transfers} t where t.code in ${codes} and t.subject_kind <> 'payout'`;

/**
 * `payouts:pending` contains nothing but open payouts. Always reads all of them: they are few and have a partial index.
 */
const pending = () => sql`
  select 'account ' || a.id || ' (payouts:pending, holder ' || a.holder_id || ', ' || a.mode || ', ' || a.currency || ')' as row,
    'balance is ' || a.balance || ', its payouts amount to ' || coalesce(e.pending, 0) as problem
  from accounts a
  left join (
    select holder_id, mode, currency, sum(case status when 'requested' then amount else amount - fee end) as pending
    from payouts where status in ('requested', 'approved') group by 1, 2, 3) e
    on e.holder_id = a.holder_id and e.mode = a.mode and e.currency = a.currency
  where a.kind = 'payouts_pending' and a.balance <> coalesce(e.pending, 0)`;

export const payoutChecks: readonly Check[] = [
  {
    name: 'Payouts were posted exactly once, for what their state says',
    query: (scope) => sql`select * from (${payouts(scope)}) one union all select * from (${pending()}) other`,
  },
];
