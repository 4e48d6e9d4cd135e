/** SQL of the statement lines that match nothing, for the operator's inbox and queue. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import { int8, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import { isDecided, isOfItsOwn, isOpen } from './reconciliation.repository.ts';

const columns = { source: text, count: int8, possible: int8 };

type OpenLineCount = RowOf<typeof columns>;

export async function countOpenLines(db: Database, mode: Mode): Promise<OpenLineCount[]> {
  return query(columns)`
    select source, count(*) as count, count(*) filter (where duplicate = 'possible') as possible from statement_lines l
    where mode = ${mode} and ${isOpen('l')} and ${isOfItsOwn('l')} group by source order by source`.execute(db);
}

/** Those of `statement_lines l` that are no incoming transfers to decide about. */
export const otherOpenLines = (mode: Mode): RawBuilder<unknown> => sql`statement_lines l
  join statement_imports i on i.id = l.import_id
  where l.mode = ${mode} and ${isOpen('l')} and ${isOfItsOwn('l')}
    and not (l.source = 'bank' and l.amount > 0 and ${isDecided('l')})`;
