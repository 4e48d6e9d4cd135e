/** The report as CSV, one page at a time, so that memory stays bounded. */
import { amountCell, type Cell, csvRows } from '../../base/csv/csv.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Link } from '../links/links.repository.ts';
import { presentOwed } from './present-shadow.ts';
import { listOwed } from './shadow-report.repository.ts';
import { describeOwed, type OwedEntry, type ReportDeps } from './shadow-report.ts';

const pageRowsMax = 500;
export const shadowColumns = [
  'beneficiary_type',
  'shadow_merchant_ref',
  'beneficiary_ref',
  'names',
  'currency',
  'balance',
  'open_orders',
  'claim_to',
];

/** In the order of `shadowColumns`. */
function rowOf(entry: OwedEntry, links: ReadonlyMap<bigint, Link>): Cell[] {
  const shown = presentOwed(entry, links);
  return [
    shown.beneficiary_type,
    shown.shadow_merchant_ref,
    numberCell(shown.beneficiary_ref),
    shown.names.join('; '),
    shown.currency,
    amountCell(entry.balance, entry.currency),
    numberCell(shown.open_orders),
    numberCell(shown.claim_to?.beneficiary_ref ?? null),
  ];
}

const numberCell = (value: number | null): Cell => (value === null ? null : BigInt(value));

/** The lines of the report, header first. */
export async function* shadowCsv(deps: ReportDeps, book: Book, currency: string | undefined): AsyncGenerator<string> {
  yield csvRows([shadowColumns]);
  let after: bigint | undefined;
  for (;;) {
    const rows = await listOwed(deps.db, book, currency, { after, limit: pageRowsMax });
    const { entries, links } = await describeOwed(deps, book, rows);
    if (entries.length > 0) yield csvRows(entries.map((entry) => rowOf(entry, links)));
    if (rows.length < pageRowsMax) return;
    after = rows.at(-1)?.accountId;
  }
}
