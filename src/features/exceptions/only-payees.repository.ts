/** The payees that alone can be meant: the only active one of its type. Reads only. */
import { oneOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** @returns their names, by type. */
export async function findOnlyPayees(db: Database, { holderId, mode }: Book): Promise<ReadonlyMap<string, string>> {
  const rows = await query({ type: oneOf('merchant', 'courier'), name: text })`
    select l.type, min(l.name) as name from links l
    where l.company_id = ${holderId} and l.status = 'active' and (l.serves_live or ${mode} = 'test')
    group by l.type having count(*) = 1`.execute(db);
  return new Map(rows.map(({ type, name }) => [type, name]));
}
