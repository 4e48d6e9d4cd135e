/** docs/ledger.md, "What verify proves" 4: disputes against the transfers of their withdrawals, returns and fees. */
import { sql } from 'kysely';
import { accountNameInSql, subjectInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import type { Check, Scope } from './check.ts';

const codes = sql.raw(
  `('chargeback', 'chargeback_advance', 'chargeback_reversed', 'dispute_fee', 'dispute_fee_returned')`,
);

/** Reads all disputes in every verification: they are few, and each finds its transfers by their key. */
const disputes = (scope: Scope) => sql`
  select 'dispute ' || d.id || ' (holder ' || d.holder_id || ')' as row,
    'says ' || d.withdrawals || ' withdrawals and ' || d.returns || ' returns of ' || d.amount || ', fees of ' || d.fee
      || ' and ' || d.fee_returned || ' returned; posted ' || p.withdrawn || ' and ' || p.returned || ', fees of ' || p.fee
      || ' and ' || p.fee_returned as problem
  from disputes d
  cross join lateral (
    select
      coalesce(sum(t.amount) filter (where t.code in ('chargeback', 'chargeback_advance') and b.kind = 'outside'
        and t.currency = d.currency), 0) as withdrawn,
      coalesce(sum(t.amount) filter (where t.code = 'chargeback_reversed' and a.kind = 'outside'
        and t.currency = d.currency), 0) as returned,
      coalesce(sum(t.amount) filter (where t.code = 'dispute_fee' and a.kind = 'fees' and b.kind = 'outside'
        and t.currency = d.fee_currency), 0) as fee,
      coalesce(sum(t.amount) filter (where t.code = 'dispute_fee_returned' and a.kind = 'outside' and b.kind = 'fees'
        and t.currency = d.fee_currency), 0) as fee_returned
    from (values (d.holder_id, 'dispute'), (d.holder_id, 'dispute_won'), (${serviceHolderId}::bigint, 'dispute'))
      as s (holder_id, kind)
    join transfers t on t.holder_id = s.holder_id and t.mode = d.mode and t.subject_kind = s.kind and t.subject_id = d.id
    join accounts a on a.holder_id = t.holder_id and a.id = t.from_account_id
    join accounts b on b.holder_id = t.holder_id and b.id = t.to_account_id) p
  where p.withdrawn <> d.amount * d.withdrawals or p.returned <> d.amount * d.returns or p.fee <> d.fee
    or p.fee_returned <> d.fee_returned
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')',
    'is a ' || t.code || ' of ' || ${subjectInSql('t')} || ' from ' || ${accountNameInSql('a')} || ', which is none'
  from ${scope.transfers} t
  join accounts a on a.holder_id = t.holder_id and a.id = t.from_account_id
  where t.code in ${codes} and (t.subject_kind not in ('dispute', 'dispute_won') or not exists (
    select from disputes d
    where d.id = t.subject_id and d.mode = t.mode and (d.holder_id = t.holder_id or t.holder_id = ${serviceHolderId})))`;

export const disputeChecks: readonly Check[] = [
  { name: 'Disputes were posted exactly once, for what the provider withdrew, returned and charged', query: disputes },
];
