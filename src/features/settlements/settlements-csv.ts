/** A company's list of settlements as CSV: a line for each currency that one credited, or one without an amount. */
import { amountCell, type Cell } from '../../base/csv/csv.ts';
import { csvPages } from '../../base/csv/csv-pages.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { creditedOf } from './present-settlement.ts';
import {
  type Credited,
  listSettlements,
  type Settlement,
  type SettlementFilter,
  sumEachSettlement,
  sumSettlement,
} from './settlements.repository.ts';

export const settlementCsvColumns = [
  'settlement_id',
  'started_at',
  'finished_at',
  'status',
  'trigger',
  'currency',
  'credited',
  'orders_settled',
  'orders_awaiting_funds',
  'orders_on_hold',
] as const;

export const settlementsCsv = (db: Database, book: Book, filter: SettlementFilter): AsyncGenerator<string> =>
  csvPages({
    columns: settlementCsvColumns,
    read: async (page: Page) => {
      const settlements = await listSettlements(db, book, { ...filter, ...page });
      const credited = await sumEachSettlement(db, book.holderId, settlements);
      // What is too much for a moment's read of the list: a file must not have it empty.
      for (const { id } of settlements) {
        if (!credited.has(id)) credited.set(id, creditedOf(await sumSettlement(db, book.holderId, id)));
      }
      return settlements.map((settlement) => ({ settlement, credited: credited.get(settlement.id) ?? [] }));
    },
    placeOf: ({ settlement: { id } }) => id,
    linesOf: ({ settlement, credited }) =>
      credited.length === 0 ? [cellsOf(settlement, undefined)] : credited.map((sum) => cellsOf(settlement, sum)),
  });

const cellsOf = (settlement: Settlement, sum: Credited | undefined): Cell[] => [
  settlement.id,
  settlement.startedAt.toISOString(),
  settlement.finishedAt?.toISOString() ?? null,
  settlement.status,
  settlement.trigger,
  sum?.currency ?? settlement.currency,
  sum === undefined ? null : amountCell(sum.amount, sum.currency),
  BigInt(settlement.ordersSettled),
  BigInt(settlement.ordersAwaitingFunds),
  BigInt(settlement.ordersOnHold),
];
