/** A list of payouts as CSV. */
import { amountCell, type Cell } from '../../base/csv/csv.ts';
import { csvPages } from '../../base/csv/csv-pages.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Payout } from './payout.ts';
import { netOf } from './payout-postings.ts';
import { listOwnedPayouts, type PayoutFilter } from './payouts.repository.ts';

export const payoutCsvColumns = [
  'payout_id',
  'created_at',
  'status',
  'account',
  'beneficiary_ref',
  'currency',
  'amount',
  'fee',
  'net_amount',
  'bank_account_id',
  'reference',
  'reason',
  'sent_at',
  'ended_at',
] as const;

export const payoutsCsv = (db: Database, owner: Book, filter: PayoutFilter): AsyncGenerator<string> =>
  csvPages({
    columns: payoutCsvColumns,
    read: (page: Page) => listOwnedPayouts(db, owner, { ...filter, ...page }),
    placeOf: ({ position }) => position,
    linesOf: (payout) => [cellsOf(payout)],
  });

const cellsOf = (payout: Payout): Cell[] => [
  payout.id,
  payout.createdAt.toISOString(),
  payout.status,
  payout.accountKind,
  payout.linkId,
  payout.currency,
  amountCell(payout.amount, payout.currency),
  amountCell(payout.fee, payout.currency),
  amountCell(netOf(payout), payout.currency),
  payout.bankAccountId,
  payout.reference,
  payout.reason,
  payout.sentAt?.toISOString() ?? null,
  payout.endedAt?.toISOString() ?? null,
];
