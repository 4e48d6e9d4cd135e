/** SQL that counts the statement lines that match nothing, for the operator's inbox. Reads only. */
import { int8, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import { isOfItsOwn, isOpen } from './reconciliation.repository.ts';

const columns = { source: text, count: int8, possible: int8 };

type OpenLineCount = RowOf<typeof columns>;

export async function countOpenLines(db: Database, mode: Mode): Promise<OpenLineCount[]> {
  return query(columns)`
    select source, count(*) as count, count(*) filter (where duplicate = 'possible') as possible from statement_lines l
    where mode = ${mode} and ${isOpen('l')} and ${isOfItsOwn('l')} group by source order by source`.execute(db);
}
