/**
 * docs/ledger.md, "What verify proves" 4 and 11: what open payouts have taken and not sent yet, and that no payment file asks the
 * bank to pay what has ended here.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

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

/**
 * What was rejected or canceled before it was sent, or has failed, is in no payment file by which the bank may still pay it. What the
 * bank rejected stays in its file, and so does a refund that was sent and came back: the audit log says so, whose entries are kept for two
 * years. Both sides are read before they are joined, since they may be in different places.
 */
const filed = (scope: Scope) => sql`
  with ended as materialized (
    select 'payout ' || p.id || ' (holder ' || p.holder_id || ')' as row, p.id, p.status from ${scope.rows('payouts')} p
    where p.status in ('rejected', 'cancelled')
    union all
    select 'line_return ' || r.id, r.id, r.status from ${scope.rows('line_returns')} r where r.status = 'cancelled'
    union all
    select 'refund ' || r.id || ' (holder ' || r.holder_id || ')', r.id, r.status from ${scope.rows('refunds')} r
    where r.status = 'failed' and r.updated_at > now() - interval '2 years' + interval '1 day'
  ), sent as materialized (
    select a.object_id as id from audit_log a
    where a.action = 'transfers.return' and a.object_kind = 'refund' and a.before ->> 'status' = 'succeeded'
      and a.object_id in (select id from ended)
  ), living as materialized (
    select l.file_id, l.payout_id from payout_file_lines l
    where l.superseded_by is null and l.outcome is distinct from 'rejected' and l.payout_id in (select id from ended))
  select e.row, 'is ' || e.status || ', and the payment file ' || l.file_id || ' has it' as problem
  from ended e join living l on l.payout_id = e.id where e.id not in (select id from sent)`;

export const payoutChecks: readonly Check[] = [
  { name: 'Money pending for the bank is exactly what open payouts have taken', query: pending },
  {
    name: 'What was rejected or canceled here, or has failed, is in no payment file that the bank may execute',
    query: filed,
  },
];
