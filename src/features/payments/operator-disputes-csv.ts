/** The operator's list of disputes as CSV: those of all payees. */
import { amountCell, type Cell } from '../../base/csv/csv.ts';
import { csvPages } from '../../base/csv/csv-pages.ts';
import type { Page, SortedPlace } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import {
  type DisputeFilter,
  type ListedDispute,
  listClosedDisputes,
  listOpenDisputes,
} from './operator-disputes.repository.ts';
import { whoHasMoney } from './who-has-money.ts';

export const operatorDisputeCsvColumns = [
  'dispute_id',
  'created_at',
  'status',
  'reason',
  'evidence_due_at',
  'currency',
  'amount',
  'money',
  'payment_id',
  'holder_id',
  'holder',
  'holder_kind',
  'updated_at',
] as const;

export const operatorDisputesCsv = (
  db: Database,
  status: 'open' | 'closed',
  filter: DisputeFilter,
): AsyncGenerator<string> =>
  csvPages({
    columns: operatorDisputeCsvColumns,
    read: (page: Page<SortedPlace>) => (status === 'open' ? listOpenDisputes : listClosedDisputes)(db, filter, page),
    placeOf: ({ due, position }) => ({ key: due, id: position }),
    linesOf: (dispute) => [cellsOf(dispute)],
  });

const cellsOf = (dispute: ListedDispute): Cell[] => [
  dispute.id,
  dispute.createdAt.toISOString(),
  dispute.status,
  dispute.reason,
  dispute.evidenceDueAt?.toISOString() ?? null,
  dispute.currency,
  amountCell(dispute.amount, dispute.currency),
  whoHasMoney(dispute),
  dispute.paymentId,
  dispute.holderId,
  dispute.payeeName,
  dispute.payeeKind,
  dispute.updatedAt.toISOString(),
];
