/** The report as CSV: what is unmatched on both sides. Pure. */
import { amountCell, csvRows } from '../csv/csv.ts';
import { formatSubject, subjectIn } from '../ledger/subject.ts';
import { nameOfKey } from './named-transfers.repository.ts';
import type { Report } from './report.ts';

export const reportColumns = ['side', 'id', 'date', 'amount', 'currency', 'reference', 'candidates'] as const;

export const reportCsv = ({ lines, transfers }: Report): string =>
  csvRows([
    [...reportColumns],
    ...lines.map((line) => [
      'statement',
      line.id,
      line.bookedOn,
      amountCell(line.amount, line.currency),
      line.currency,
      line.reference,
      line.returns === null ? line.candidates.map(nameOfKey).join(' ') : `returns ${line.returns}`,
    ]),
    ...transfers.map((transfer) => [
      'books',
      nameOfKey(transfer),
      transfer.createdAt.toISOString(),
      amountCell(transfer.amount, transfer.currency),
      transfer.currency,
      `${transfer.code} ${formatSubject(subjectIn(transfer))}`,
      null,
    ]),
  ]);
