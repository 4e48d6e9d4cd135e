/**
 * The report as CSV, one page at a time, so that memory stays bounded. Fields that a spreadsheet would run as a formula
 * are escaped: names come from requests.
 */
import { stringify } from 'csv-stringify/sync';
import type { Link } from '../holders/links.repository.ts';
import type { Book } from '../ledger/accounts.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import { presentOwed } from './present-shadow.ts';
import { type OwedEntry, type ReportDeps, readOwed } from './shadow-report.ts';

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

function recordOf(entry: OwedEntry, links: ReadonlyMap<bigint, Link>) {
  const shown = presentOwed(entry, links);
  return {
    ...shown,
    names: shown.names.join('; '),
    balance: formatDecimal(entry.balance, exponentOf(entry.currency)),
    claim_to: shown.claim_to?.beneficiary_ref ?? '',
  };
}

/** The lines of the report, header first. */
export async function* shadowCsv(deps: ReportDeps, book: Book, currency: string | undefined): AsyncGenerator<string> {
  yield stringify([shadowColumns], { record_delimiter: 'windows' });
  let afterId: bigint | undefined = 0n;
  while (afterId !== undefined) {
    const page = await readOwed(deps, book, { currency, afterId, limit: pageRowsMax });
    const records = page.entries.map((entry) => recordOf(entry, page.links));
    if (records.length > 0) {
      yield stringify(records, { columns: shadowColumns, escape_formulas: true, record_delimiter: 'windows' });
    }
    afterId = page.nextAfterId;
  }
}
