/** `sluice reconcile report`: as text, JSON or CSV. */

import { amountCell, csvRows } from '../csv/csv.ts';
import { formatSubject, subjectIn } from '../ledger/subject.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { Outside } from '../reconciliation/reconciliation.repository.ts';
import { makeReport, type Report, rowsMax, type TransferKey } from '../reconciliation/report.ts';
import { datePattern, readDate } from '../reconciliation/statement-line.ts';
import { say, sayFile, sayJson, table } from './output.ts';
import { withDatabase } from './with-database.ts';

type Options = Outside & { from?: string; to?: string; json?: boolean; csv?: boolean };

export async function reportCommand(options: Options): Promise<void> {
  const { source, mode } = options;
  const days = { from: readDay(options.from), to: readDay(options.to) };
  const report = await withDatabase((db) => makeReport(db, { source, mode }, days));
  if (options.json) return sayJson(present(report));
  if (options.csv) return sayFile(asCsv(report));
  say(asText(report));
}

function readDay(text: string | undefined): string | undefined {
  const pattern = datePattern('YYYY-MM-DD');
  const day = text === undefined || pattern === undefined ? undefined : readDate(text, pattern);
  if (text !== undefined && day === undefined) throw new Error(`"${text}" is no day like 2031-03-01.`);
  return day;
}

const decimal = (minor: bigint, currency: string): string => formatDecimal(minor, exponentOf(currency));
const nameOf = ({ holderId, id }: TransferKey): string => `${holderId}/${id}`;

function present({ totals, lines, transfers, complete }: Report) {
  return {
    complete,
    totals: totals.map((total) => ({
      currency: total.currency,
      books: decimal(total.books, total.currency),
      statements: decimal(total.statements, total.currency),
      difference: decimal(total.difference, total.currency),
      unmatched_lines: total.unmatchedLines,
      unmatched_lines_amount: decimal(total.unmatchedLinesAmount, total.currency),
      unmatched_transfers: total.unmatchedTransfers,
      unmatched_transfers_amount: decimal(total.unmatchedTransfersAmount, total.currency),
    })),
    lines: lines.map((line) => ({
      line: line.id,
      import: line.importId,
      line_number: line.lineNumber,
      date: line.bookedOn,
      amount: decimal(line.amount, line.currency),
      currency: line.currency,
      reference: line.reference,
      candidates_by: line.named ? 'reference' : 'amount',
      candidates: line.candidates.map(nameOf),
      returns: line.returns,
    })),
    transfers: transfers.map((transfer) => ({
      transfer: nameOf(transfer),
      at: transfer.createdAt.toISOString(),
      amount: decimal(transfer.amount, transfer.currency),
      currency: transfer.currency,
      code: transfer.code,
      subject: formatSubject(subjectIn(transfer)),
    })),
  };
}

function asCsv({ lines, transfers }: Report): string {
  return csvRows([
    ['side', 'id', 'date', 'amount', 'currency', 'reference', 'candidates'],
    ...lines.map((line) => [
      'statement',
      line.id,
      line.bookedOn,
      amountCell(line.amount, line.currency),
      line.currency,
      line.reference,
      line.returns === null ? line.candidates.map(nameOf).join(' ') : `returns ${line.returns}`,
    ]),
    ...transfers.map((transfer) => [
      'books',
      nameOf(transfer),
      transfer.createdAt.toISOString(),
      amountCell(transfer.amount, transfer.currency),
      transfer.currency,
      `${transfer.code} ${formatSubject(subjectIn(transfer))}`,
      null,
    ]),
  ]);
}

/** What the line may be. A payout that came back is failed first; its return is then matched like any transfer. */
function hintOf({ returns, named, candidates }: Report['lines'][number]): string {
  if (returns !== null) return `returns ${returns}`;
  return candidates.length === 0 ? '' : `${named ? 'names' : 'like'} ${candidates.map(nameOf).join(' ')}`;
}

const referenceShownMax = 50;

function asText({ totals, lines, transfers, complete }: Report): string {
  const parts = [
    table([
      ['Currency', 'Books', 'Statements', 'Difference'],
      ...totals.map(({ currency, ...one }) => [
        currency,
        ...[one.books, one.statements, one.difference].map((minor) => decimal(minor, currency)),
      ]),
    ]),
    `Lines without a transfer: ${lines.length}`,
    table(
      lines.map((line) => [
        `  ${line.id}`,
        line.bookedOn,
        `${decimal(line.amount, line.currency)} ${line.currency}`,
        line.reference.slice(0, referenceShownMax),
        hintOf(line),
      ]),
    ),
    `Transfers without a line: ${transfers.length}`,
    table(
      transfers.map((transfer) => [
        `  ${nameOf(transfer)}`,
        transfer.createdAt.toISOString().slice(0, 10),
        `${decimal(transfer.amount, transfer.currency)} ${transfer.currency}`,
        transfer.code,
        formatSubject(subjectIn(transfer)),
      ]),
    ),
    complete ? '' : `Only the first ${rowsMax} rows of each are shown; the totals are of all.`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}
