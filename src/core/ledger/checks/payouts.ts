/** docs/ledger.md, "What verify proves" 4: what open payouts have taken and not sent yet. */
import { sql } from 'kysely';
import type { Check } from './check.ts';

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
  { name: 'Money pending for the bank is exactly what open payouts have taken', query: pending },
];
