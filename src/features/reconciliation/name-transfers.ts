/** Finds the open transfers that lines name, however many of either there are: transfers are read in pages. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { createFinder, type NamedBy, type OpenLine, type OpenTransfer } from './match-lines.ts';
import { listLeftTransfersOf, listOpenTransfers, listOpenTransfersOf } from './outside-transfers.repository.ts';
import type { Outside } from './reconciliation.repository.ts';

const transfersPage = 5_000;

type Wanted = readonly { currency: string; amount: bigint }[];
type ReadPage = (after: OpenTransfer | undefined, limit: number) => Promise<OpenTransfer[]>;

/** The unmatched transfers with the currency, direction and amount of one of these. */
export const openTransfers = (db: Database | Tx, outside: Outside, wanted: Wanted): AsyncGenerator<OpenTransfer[]> =>
  inPages((after, limit) => listOpenTransfers(db, outside, wanted, after, limit));

/** The unmatched transfers of these currencies, whatever their amounts. */
export const allOpenTransfers = (
  db: Database | Tx,
  outside: Outside,
  currencies: readonly string[],
): AsyncGenerator<OpenTransfer[]> =>
  inPages((after, limit) => listOpenTransfersOf(db, outside, currencies, after, limit));

/** As `allOpenTransfers`, also those that a line has in part: `amount` is what is left. */
export const leftTransfers: typeof allOpenTransfers = (db, outside, currencies) =>
  inPages((after, limit) => listLeftTransfersOf(db, outside, currencies, after, limit));

async function* inPages(read: ReadPage): AsyncGenerator<OpenTransfer[]> {
  let after: OpenTransfer | undefined;
  for (;;) {
    const page = await read(after, transfersPage);
    if (page.length > 0) yield page;
    if (page.length < transfersPage) return;
    after = page.at(-1);
  }
}

/** @param seen is given each page of transfers too. @returns every line, in order, with what it names. */
export async function nameTransfers<Line extends OpenLine>(
  lines: readonly Line[],
  pages: AsyncIterable<OpenTransfer[]>,
  seen: (page: readonly OpenTransfer[]) => void = () => {},
): Promise<(NamedBy & { line: Line })[]> {
  const named = lines.map((line) => ({ line, found: [] as OpenTransfer[] }));
  const othersTurn = takeTurns();
  for await (const page of pages) {
    seen(page);
    const finder = createFinder();
    for (const transfer of page) {
      finder.add(transfer);
      await othersTurn();
    }
    for (const { line, found } of named) {
      found.push(...finder.find(line));
      await othersTurn();
    }
  }
  return named;
}
