/** A list of a shop's or company's disputes as CSV. It never says who paid. */
import { amountCell, type Cell } from '../../../base/csv/csv.ts';
import { csvPages } from '../../../base/csv/csv-pages.ts';
import type { Page, SortedPlace } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { whoHasMoney } from '../who-has-money.ts';
import { type DisputeFilter, type HolderDispute, listDecidedOf, listOpenOf } from './holder-disputes.repository.ts';

export const disputeCsvColumns = [
  'dispute_id',
  'created_at',
  'status',
  'reason',
  'evidence_due_at',
  'evidence',
  'currency',
  'amount',
  'money',
  'payment_id',
  'order_ref',
  'description',
  'reference',
  'updated_at',
] as const;

export const disputesCsv = (
  db: Database,
  book: Book,
  status: 'open' | 'closed',
  filter: DisputeFilter,
): AsyncGenerator<string> =>
  csvPages({
    columns: disputeCsvColumns,
    read: (page: Page<SortedPlace>) => (status === 'open' ? listOpenOf : listDecidedOf)(db, book, filter, page),
    placeOf: ({ due, position }) => ({ key: due, id: position }),
    linesOf: (dispute) => [cellsOf(dispute)],
  });

const cellsOf = (dispute: HolderDispute): Cell[] => [
  dispute.id,
  dispute.createdAt.toISOString(),
  dispute.status,
  dispute.reason,
  dispute.evidenceDueAt?.toISOString() ?? null,
  dispute.state,
  dispute.currency,
  amountCell(dispute.amount, dispute.currency),
  whoHasMoney(dispute),
  dispute.paymentId,
  dispute.orderRef,
  dispute.description,
  dispute.custom,
  dispute.updatedAt.toISOString(),
];
