/**
 * docs/ledger.md, "What verify proves" 8: recoveries. Every debt that was canceled by a recovery was paid in the same
 * amount, by the account that it is recovered from, and what is paid to the service reached it.
 */
import { sql } from 'kysely';
import { subjectInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import type { Check, Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);

/** `paid` is the money, `memo` the canceled debt, and `received` the money in the service's book. */
const recoveries = (scope: Scope) => sql`
  with moved as (
    select t.*, f.kind as from_kind, f.link_id, p.kind = 'transit' as passes
    from ${scope.recoveries} t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
  ), pairs as (
    select coalesce(paid.holder_id, memo.holder_id) as holder_id, coalesce(paid.mode, memo.mode) as mode,
      coalesce(paid.subject_kind, memo.subject_kind) as subject_kind, coalesce(paid.subject_id, memo.subject_id) as subject_id,
      coalesce(paid.line, memo.line) as line, paid.passes, paid.amount as paid, memo.amount as memo,
      paid.currency as paid_currency, memo.currency as memo_currency, paid.settlement_id, memo.settlement_id as memo_settlement_id,
      (paid.from_kind = 'earnings') = (memo.from_kind = 'link_debt') and paid.link_id is not distinct from memo.link_id
        as is_same_debtor
    from (select * from moved where code = 'debt_recovery' and holder_id <> ${service}) paid
    full join (select * from moved where code = 'debt_recovered') memo
      on memo.holder_id = paid.holder_id and memo.mode = paid.mode and memo.subject_kind = paid.subject_kind
        and memo.subject_id = paid.subject_id and memo.line = paid.line
  ), sides as (
    select coalesce(q.holder_id, ${service}) as holder_id, coalesce(q.subject_kind, r.subject_kind) as subject_kind,
      coalesce(q.subject_id, r.subject_id) as subject_id, coalesce(q.line, r.line) as line, q.passes, q.paid, q.memo,
      q.paid_currency, q.memo_currency, q.settlement_id, q.memo_settlement_id, q.is_same_debtor,
      r.amount as received, r.currency as received_currency
    from pairs q
    full join (select *, true as is_received from moved where code = 'debt_recovery' and holder_id = ${service}) r
      on r.is_received = q.passes and r.mode = q.mode and r.subject_kind = q.subject_kind
        and r.subject_id = q.subject_id and r.line = q.line)
  select ${subjectInSql('a')} || ' (holder ' || a.holder_id || '), recovery ' || a.line as row,
    'paid ' || coalesce(a.paid, 0) || ' for a debt of ' || coalesce(a.memo, 0)
      || case when a.passes or a.received is not null then ', of which the service received ' || coalesce(a.received, 0) else '' end as problem
  from sides a
  where a.paid is distinct from a.memo or a.paid_currency is distinct from a.memo_currency or not a.is_same_debtor
    or (a.passes and (a.received is distinct from a.paid or a.received_currency is distinct from a.paid_currency))
    or (a.received is not null and a.paid is null)
    or a.settlement_id is distinct from a.memo_settlement_id
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')', 'names settlement ' || t.settlement_id || ', its order is of '
    || coalesce(o.settlement_id::text, 'none')
  from ${scope.recoveries} t
  left join orders o on o.holder_id = t.holder_id and o.id = case t.subject_kind when 'order' then t.subject_id::bigint end
  where t.settlement_id is not null and o.settlement_id is distinct from t.settlement_id`;

export const recoveryChecks: readonly Check[] = [
  { name: 'Every recovery paid exactly the debt it canceled', query: recoveries },
];
