/** Who has a statement of a month in live mode. Reads only. */
import { sql } from 'kysely';
import { bool, int8, type RowOf, text } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';

/** The last transfer of account `a` before the end of the month, through the index that `end` is part of. */
const moved = (end: 'from_account_id' | 'to_account_id', from: Date, to: Date) => sql`
  coalesce((select t.created_at from transfers t
    where t.holder_id = a.holder_id and t.${sql.raw(end)} = a.id and t.created_at < ${to}
    order by t.id desc limit 1) >= ${from}, false)`;

const statementHolder = { holderId: int8, name: text, isCompany: bool };

type StatementHolder = RowOf<typeof statementHolder>;

/** Payees with a movement of their earnings, and companies that settled, between two instants; sorted by id. */
export async function listStatementHolders(db: Database | Tx, from: Date, to: Date): Promise<StatementHolder[]> {
  return query(statementHolder)`
    select distinct h.id as "holderId", h.name, h.kind = 'company' as "isCompany"
    from accounts a
    left join links l on a.kind = 'earnings' and l.company_id = a.holder_id and l.id = a.link_id
    join holders h on h.id = case a.kind when 'earnings' then l.holder_id else a.holder_id end
    where a.mode = 'live'
      and (a.kind = 'earnings' and (${moved('to_account_id', from, to)} or ${moved('from_account_id', from, to)})
        or a.kind = 'clearing' and ${moved('from_account_id', from, to)})
    order by h.id`.execute(db);
}
