/**
 * docs/ledger.md, "What verify proves" 7: what takes a top-up back names the transfer that credited it, and no other kind
 * of transfer names one. The amounts are compared in required-transfers.ts.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const reversals = (scope: Scope) => sql`
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')' as row,
    'is a ' || t.code || ' of top_up ' || t.subject_id || ' that reverses ' || coalesce('transfer ' || t.reverses_id, 'none')
      as problem
  from ${scope.transfersOf('top_ups')} t
  left join transfers o on o.holder_id = t.holder_id and o.id = t.reverses_id
    and o.code = 'top_up' and o.subject_kind = t.subject_kind and o.subject_id = t.subject_id and o.mode = t.mode
  where case when t.code = 'top_up_reversed' then o.id is null else t.reverses_id is not null end`;

export const topUpChecks: readonly Check[] = [
  { name: 'What takes a top-up back names the transfer that credited it', query: reversals },
];
