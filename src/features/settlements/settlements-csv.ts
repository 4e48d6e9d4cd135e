/** A company's list of settlements as CSV: a line for each currency that one credited or recorded, or one without an amount. */
import { amountCell, type Cell } from '../../base/csv/csv.ts';
import { csvPages } from '../../base/csv/csv-pages.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { sumsOf } from './present-settlement.ts';
import {
  type CurrencySum,
  listSettlements,
  type Settlement,
  type SettlementFilter,
  type SettlementSums,
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
  'recorded',
  'orders_settled',
  'orders_awaiting_funds',
  'orders_on_hold',
] as const;

export const settlementsCsv = (db: Database, book: Book, filter: SettlementFilter): AsyncGenerator<string> =>
  csvPages({
    columns: settlementCsvColumns,
    read: async (page: Page) => {
      const settlements = await listSettlements(db, book, { ...filter, ...page });
      const found = await sumEachSettlement(db, book.holderId, settlements);
      // What is too much for a moment's read of the list: a file must not have it empty.
      for (const { id } of settlements) {
        if (!found.has(id)) found.set(id, sumsOf(await sumSettlement(db, book.holderId, id)));
      }
      return settlements.map((settlement) => ({ settlement, sums: found.get(settlement.id) ?? nothing }));
    },
    placeOf: ({ settlement: { id } }) => id,
    linesOf: ({ settlement, sums }) => {
      const currencies = [...new Set([...sums.credited, ...sums.recorded].map(({ currency }) => currency))].sort();
      if (currencies.length === 0) return [cellsOf(settlement, settlement.currency, nothing)];
      return currencies.map((currency) => cellsOf(settlement, currency, sums));
    },
  });

const nothing: SettlementSums = { credited: [], recorded: [] };

const cellIn = (currency: string | null, sums: readonly CurrencySum[]): Cell => {
  const sum = sums.find((one) => one.currency === currency);
  return sum === undefined ? null : amountCell(sum.amount, sum.currency);
};

const cellsOf = (settlement: Settlement, currency: string | null, sums: SettlementSums): Cell[] => [
  settlement.id,
  settlement.startedAt.toISOString(),
  settlement.finishedAt?.toISOString() ?? null,
  settlement.status,
  settlement.trigger,
  currency,
  cellIn(currency, sums.credited),
  cellIn(currency, sums.recorded),
  BigInt(settlement.ordersSettled),
  BigInt(settlement.ordersAwaitingFunds),
  BigInt(settlement.ordersOnHold),
];
