/**
 * docs/ledger.md, "What verify proves" 8: chargebacks. Each dispute took its amount from the payee as far as the balance
 * went, at each withdrawal; the rest was advanced by the service and became the holder's debt. What the service has
 * advanced is what all holders owe it. The provider's fees for disputes are the service's.
 */
import { sql } from 'kysely';
import { outsideSourceInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import type { Check, Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);

const disputes = (scope: Scope) => sql`
  with posted as (
    select case when t.holder_id <> ${service} then t.holder_id end as holder_id, t.mode, t.subject_id as id, t.line as turn,
      min(t.currency) as currency, count(distinct t.currency) as currencies,
      coalesce(sum(t.amount) filter (where t.code = 'chargeback'), 0) as covered,
      coalesce(sum(t.amount) filter (where t.code = 'chargeback_advance' and p.kind = 'outside'), 0) as received,
      coalesce(sum(t.amount) filter (where t.code = 'chargeback_advance' and f.kind = 'advances'), 0) as advanced,
      coalesce(sum(t.amount) filter (where t.code = 'chargeback_debt'), 0) as owed,
      max(f.kind) filter (where t.code = 'chargeback') as payee,
      max(p.source) filter (where p.kind = 'outside') as source, min(p.source) filter (where p.kind = 'outside') as other_source
    from ${scope.transfersOf('disputes')} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.subject_kind = 'dispute' and t.code in ('chargeback', 'chargeback_advance', 'chargeback_debt')
    group by 1, 2, 3, 4
  ), ours as (
    select d.*, turn, case when p.order_id is null then 'wallet' else 'clearing' end as payee, ${outsideSourceInSql('a')} as outside
    from ${scope.rows('disputes')} d
    join payments p on p.holder_id = d.holder_id and p.id = d.payment_id
    left join payment_attempts a on a.holder_id = d.holder_id and a.payment_id = d.payment_id and a.status = 'succeeded'
    cross join generate_series(0, d.withdrawals - 1) turn)
  select 'dispute ' || coalesce(d.id, t.id, s.id) || coalesce(' (holder ' || coalesce(d.holder_id, t.holder_id) || ')', '')
      || ', withdrawal ' || coalesce(d.turn, t.turn, s.turn) as row,
    case when d.id is null then 'was posted and nothing asks for it'
      else 'took ' || d.amount || ' ' || d.currency || ', with ' || coalesce(t.covered, 0) || ' ' || coalesce(t.currency, d.currency)
        || ' posted from the balance, ' || coalesce(s.advanced, 0) || ' advanced, ' || coalesce(t.received, 0) || ' of it received, and '
        || coalesce(t.owed, 0) || ' owed' end as problem
  from ours d
  full join (select * from posted where holder_id is not null) t
    on t.holder_id = d.holder_id and t.mode = d.mode and t.id = d.id and t.turn = d.turn
  full join (select * from posted where holder_id is null) s
    on s.mode = coalesce(d.mode, t.mode) and s.id = coalesce(d.id, t.id) and s.turn = coalesce(d.turn, t.turn)
  where d.id is null or t.id is null or t.covered + t.received <> d.amount or t.received <> t.owed
    or t.received <> coalesce(s.advanced, 0) or t.currency <> d.currency or t.currencies > 1
    or s.currency <> d.currency or s.currencies > 1 or t.payee <> d.payee
    or t.source is distinct from d.outside or t.other_source is distinct from d.outside`;

/** The provider's fees, which the service pays from its own. */
const fees = (scope: Scope) => sql`
  with posted as (
    select t.mode, t.subject_id as id, min(t.currency) as currency, count(distinct t.currency) as currencies,
      coalesce(sum(t.amount) filter (where t.code = 'dispute_fee'), 0) as fee,
      coalesce(sum(t.amount) filter (where t.code = 'dispute_fee_returned'), 0) as returned,
      max(coalesce(f.source, p.source)) as source, min(coalesce(f.source, p.source)) as other_source
    from ${scope.transfersOf('disputes')} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
    where t.code in ('dispute_fee', 'dispute_fee_returned')
    group by 1, 2
  ), ours as (
    select d.*, ${outsideSourceInSql('a')} as outside
    from ${scope.rows('disputes')} d
    left join payment_attempts a on a.holder_id = d.holder_id and a.payment_id = d.payment_id and a.status = 'succeeded')
  select 'dispute ' || coalesce(d.id, p.id) || coalesce(' (holder ' || d.holder_id || ')', '') as row,
    case when d.id is null then 'has fees posted and is unknown'
      else 'says fees of ' || d.fee || coalesce(' ' || d.fee_currency, '') || ', of which ' || d.fee_returned || ' came back; posted ' || coalesce(p.fee, 0)
        || ' and ' || coalesce(p.returned, 0) || coalesce(' ' || p.currency, '')
        || case when p.source <> d.outside or p.other_source <> d.outside then ' outside by ' || p.source || ', paid by ' || d.outside else '' end end as problem
  from ours d
  full join posted p on p.mode = d.mode and p.id = d.id
  where d.id is null or coalesce(p.fee, 0) <> d.fee or coalesce(p.returned, 0) <> d.fee_returned
    or p.currency <> d.fee_currency or p.currencies > 1 or p.source <> d.outside or p.other_source <> d.outside`;

/** Covers all books, also in an incremental verification. */
const advances = (scope: Scope) => sql`
  select 'advances (' || mode || ', ' || currency || ')' as row,
    'the service has advanced ' || -coalesce(sum(balance) filter (where kind = 'advances'), 0) || ', holders owe it '
      || coalesce(sum(balance) filter (where kind = 'debt'), 0) as problem
  from ${scope.acrossBooks} a where kind in ('advances', 'debt')
  group by mode, currency having sum(balance) <> 0`;

export const disputeChecks: readonly Check[] = [
  { name: 'Disputes took their exact amounts and left the right debts', query: disputes },
  { name: 'Dispute fees were charged to the service as recorded', query: fees },
  { name: 'The service has advanced exactly what holders owe it', query: advances },
];
