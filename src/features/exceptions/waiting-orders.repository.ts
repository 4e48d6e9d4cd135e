/** Since when orders wait for funds, by currency. Reads only. */
import { int8, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** More are not looked at: there is a shortfall, and its amount is worked out elsewhere. */
const lookedAtMax = 1_000;

export const listWaiting = (db: Database, { holderId, mode }: Book) =>
  query({ currency: text, orders: int8, since: timestamptz })`
    select w.currency, count(*) as orders, coalesce(min(w.updated_at)) as since
    from (
      select o.currency, o.updated_at from orders o
      where o.holder_id = ${holderId} and o.mode = ${mode} and o.settlement_status = 'awaiting_funds' and not o.is_shadow
      limit ${lookedAtMax}) w
    group by w.currency`.execute(db);
