/** A list as CSV, page by page, so that memory is bounded by one page (docs/contract/common.md, "CSV"). */
import { type Cell, csvRows } from './csv.ts';

const pageMax = 1_000;

type Paged<Row, Place> = {
  columns: readonly string[];
  /** At most `limit` rows that follow `after` in the order of the list, or its first ones. */
  read: (page: { after: Place | undefined; limit: number }) => Promise<readonly Row[]>;
  /** After which the next page begins. */
  placeOf: (row: Row) => Place;
  /** In the order of `columns`; one line for most rows. */
  linesOf: (row: Row) => readonly (readonly Cell[])[];
};

export async function* csvPages<Row, Place>(paged: Paged<Row, Place>): AsyncGenerator<string> {
  const { columns, read, placeOf, linesOf } = paged;
  yield csvRows([columns]);
  let after: Place | undefined;
  for (;;) {
    const rows = await read({ after, limit: pageMax });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csvRows(rows.flatMap(linesOf));
    if (rows.length < pageMax) return;
    after = placeOf(last);
  }
}
