/** A list of payouts as CSV, page by page, so that memory is bounded by one page (docs/contract/common.md, "CSV"). */
import { amountCell, type Cell, csvRows } from '../../base/csv/csv.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Payout } from './payout.ts';
import { netOf } from './payout-postings.ts';
import { listOwnedPayouts, type PayoutFilter } from './payouts.repository.ts';

const pageMax = 1_000;

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

export async function* payoutsCsv(db: Database, owner: Book, filter: PayoutFilter): AsyncGenerator<string> {
  yield csvRows([payoutCsvColumns]);
  let after: bigint | undefined;
  for (;;) {
    const payouts = await listOwnedPayouts(db, owner, { ...filter, after, limit: pageMax });
    yield csvRows(payouts.map(cellsOf));
    if (payouts.length < pageMax) return;
    after = payouts.at(-1)?.position;
  }
}

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
