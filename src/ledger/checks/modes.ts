/** docs/ledger.md, "What verify proves" 5: test and live share no row. */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const modes = (scope: Scope) => sql`
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')' as row, 'touches an account of another mode' as problem
  from ${scope.transfers} t
  join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
  where a.mode <> t.mode or a.currency <> t.currency
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'was settled by a settlement of another mode'
  from ${scope.rows('orders')} o
  join settlements s on s.holder_id = o.holder_id and s.id = o.settlement_id
  where s.mode <> o.mode
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'names a settlement that does not exist'
  from ${scope.rows('orders')} o
  where o.settlement_id is not null
    and not exists (select from settlements s where s.holder_id = o.holder_id and s.id = o.settlement_id)`;

export const modeChecks: readonly Check[] = [{ name: 'Test and live share no row', query: modes }];
