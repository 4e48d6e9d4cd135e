/** Lists of top-ups as CSV: those by bank transfer of one book, and for the operator those of all books. */
import { amountCell, type Cell } from '../../base/csv/csv.ts';
import { csvPages } from '../../base/csv/csv-pages.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type ListedTopUp, listAllTopUps, type TopUpListFilter } from './operator-top-ups.repository.ts';
import { listTransferTopUps, type TopUp, type TransferTopUpFilter } from './top-ups.repository.ts';

export const topUpCsvColumns = [
  'topup_id',
  'created_at',
  'status',
  'account',
  'beneficiary_ref',
  'currency',
  'amount',
  'requested_amount',
  'reference',
  'reason',
  'expires_at',
  'succeeded_at',
  'ended_at',
  'reversed_amount',
  'reversed_at',
] as const;

export const topUpsCsv = (db: Database, book: Book, filter: TransferTopUpFilter): AsyncGenerator<string> =>
  csvPages({
    columns: topUpCsvColumns,
    read: (page: Page) => listTransferTopUps(db, book, { ...filter, ...page }),
    placeOf: ({ position }) => position,
    linesOf: (topUp) => [cellsOf(topUp)],
  });

export const operatorTopUpCsvColumns = [...topUpCsvColumns, 'source', 'holder_id', 'holder', 'holder_kind'] as const;

export const operatorTopUpsCsv = (
  db: Database,
  filter: TopUpListFilter,
  { oldestFirst }: { oldestFirst: boolean },
): AsyncGenerator<string> =>
  csvPages({
    columns: operatorTopUpCsvColumns,
    read: (page: Page) => listAllTopUps(db, filter, { ...page, oldestFirst }),
    placeOf: ({ position }) => position,
    linesOf: (topUp) => [[...cellsOf(topUp), ...holderCellsOf(topUp)]],
  });

const holderCellsOf = ({ source, holderId, holderName, holderKind }: ListedTopUp): Cell[] => [
  source,
  holderId,
  holderName,
  holderKind,
];

function cellsOf(topUp: TopUp): Cell[] {
  const amount = (minor: bigint | undefined | null): Cell => (minor == null ? null : amountCell(minor, topUp.currency));
  return [
    topUp.id,
    topUp.createdAt.toISOString(),
    topUp.status,
    topUp.accountKind,
    topUp.linkId,
    topUp.currency,
    amount(topUp.amount),
    amount(topUp.requestedAmount),
    topUp.reference,
    topUp.reason,
    topUp.expiresAt?.toISOString() ?? null,
    topUp.succeededAt?.toISOString() ?? null,
    topUp.endedAt?.toISOString() ?? null,
    amount(topUp.reversal?.amount),
    topUp.reversal?.at.toISOString() ?? null,
  ];
}
