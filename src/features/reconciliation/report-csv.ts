/** The report as CSV: what is unmatched on both sides. Pure. */
import { amountCell, csvRows } from '../../base/csv/csv.ts';
import { formatSubject, subjectIn } from '../../core/ledger/subject.ts';
import { nameOfKey } from './named-transfers.repository.ts';
import type { Report } from './report.ts';
import { sayReturn } from './say-return.ts';

export const reportColumns = ['side', 'id', 'date', 'amount', 'currency', 'reference', 'candidates', 'open'] as const;

const pieceRows = 500;

/** The open question about an undecided line, otherwise its possible transfers. */
function hintOf({ direction, duplicate, returns, takesBack, candidates }: Report['lines'][number]): string {
  const questions = [
    ...(direction === 'unknown' ? ['direction unknown'] : []),
    ...(duplicate === 'possible' ? ['possible duplicate'] : []),
  ];
  if (questions.length > 0) return questions.join(', ');
  if (returns !== null) return sayReturn(returns);
  return takesBack === null ? candidates.map(nameOfKey).join(' ') : `takes back ${takesBack.id}`;
}

/** In pieces, each a little work. */
export function* reportCsv({ lines, transfers }: Report): Generator<string> {
  yield csvRows([[...reportColumns]]);
  for (let start = 0; start < lines.length; start += pieceRows) {
    yield csvRows(
      lines
        .slice(start, start + pieceRows)
        .map((line) => [
          'statement',
          line.id,
          line.bookedOn,
          amountCell(line.amount, line.currency),
          line.currency,
          line.reference,
          hintOf(line),
          amountCell(line.amount - line.matchedAmount, line.currency),
        ]),
    );
  }
  for (let start = 0; start < transfers.length; start += pieceRows) {
    yield csvRows(
      transfers
        .slice(start, start + pieceRows)
        .map((transfer) => [
          'books',
          nameOfKey(transfer),
          transfer.createdAt.toISOString(),
          amountCell(transfer.amount, transfer.currency),
          transfer.currency,
          `${transfer.code} ${formatSubject(subjectIn(transfer))}`,
          null,
          amountCell(transfer.leftAmount, transfer.currency),
        ]),
    );
  }
}
