/** `sluice reconcile report`: as text, JSON or CSV. */

import { snakeCase } from '../../base/database/columns.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { formatSubject, subjectIn } from '../../core/ledger/subject.ts';
import { nameOfKey } from '../../features/reconciliation/named-transfers.repository.ts';
import { sayGap } from '../../features/reconciliation/read-gaps.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import {
  type BankDifference,
  compareBank,
  makeReport,
  type Report,
  rowsMax,
} from '../../features/reconciliation/report.ts';
import { reportCsv } from '../../features/reconciliation/report-csv.ts';
import { sayReturn } from '../../features/reconciliation/say-return.ts';
import { isDay } from '../../features/reconciliation/statement-line.ts';
import { say, sayFile, sayJson, table } from './output.ts';
import { withDatabase } from './with-database.ts';

type Options = Outside & { from?: string; to?: string; json?: boolean; csv?: boolean };

export async function reportCommand(options: Options): Promise<void> {
  const { source, mode } = options;
  const days = { from: readDay(options.from), to: readDay(options.to) };
  const report = await withDatabase((db) => makeReport(db, { source, mode }, days));
  if (options.json) return sayJson(present(report));
  if (options.csv) return sayFile([...reportCsv(report)].join(''));
  say(asText(report));
}

function readDay(text: string | undefined): string | undefined {
  if (text !== undefined && !isDay(text)) throw new Error(`"${text}" is not a date such as 2031-03-01.`);
  return text;
}

const decimal = (minor: bigint, currency: string): string => formatDecimal(minor, exponentOf(currency));

function present(report: Report) {
  const { totals, gaps, lines, transfers, complete } = report;
  return {
    complete,
    bank: compareBank(report).map(({ currency, on, ...amounts }) => ({
      currency,
      on,
      ...Object.fromEntries(
        Object.entries(amounts).map(([name, minor]) => [snakeCase(name), decimal(minor, currency)]),
      ),
    })),
    gaps: gaps.map((gap) => ({ ...gap, amount: decimal(gap.amount, gap.currency) })),
    totals: totals.map((total) => ({
      currency: total.currency,
      books: decimal(total.books, total.currency),
      statements: decimal(total.statements, total.currency),
      difference: decimal(total.difference, total.currency),
      undecided_lines: total.undecidedLines,
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
      open_amount: decimal(line.amount - line.matchedAmount, line.currency),
      currency: line.currency,
      direction: line.direction,
      duplicate: line.duplicate,
      reference: line.reference,
      candidates_by: line.named ? 'reference' : 'amount',
      candidates: line.candidates.map(nameOfKey),
      returns: line.returns?.payout.id ?? null,
      returns_finding: line.returns?.finding ?? null,
      takes_back: line.takesBack?.id ?? null,
    })),
    transfers: transfers.map((transfer) => ({
      transfer: nameOfKey(transfer),
      at: transfer.createdAt.toISOString(),
      amount: decimal(transfer.amount, transfer.currency),
      open_amount: decimal(transfer.leftAmount, transfer.currency),
      currency: transfer.currency,
      code: transfer.code,
      subject: formatSubject(subjectIn(transfer)),
    })),
  };
}

/** What the line may be. */
function hintOf({ direction, duplicate, returns, takesBack, named, candidates }: Report['lines'][number]): string {
  const questions = [
    ...(direction === 'unknown' ? ['in or out?'] : []),
    ...(duplicate === 'possible' ? ['possible duplicate'] : []),
  ];
  if (questions.length > 0) return questions.join(', ');
  if (returns !== null) return sayReturn(returns);
  if (takesBack !== null) return `takes back ${takesBack.id}`;
  return candidates.length === 0 ? '' : `${named ? 'names' : 'like'} ${candidates.map(nameOfKey).join(' ')}`;
}

/** What is open of an amount, and of how much if that is not all of it. */
const leftOf = (amount: bigint, left: bigint, currency: string): string =>
  `${decimal(left, currency)} ${currency}${left === amount ? '' : ` of ${decimal(amount, currency)}`}`;

/** What does not come to nothing of the difference between the books and the bank. */
function sayBank({ currency, on, balance, difference, ...one }: BankDifference): string {
  const parts: [string, bigint][] = [
    ['transfers without a line', one.openTransfers],
    ['lines without a transfer', one.openLines],
    ['before the first statement', one.before],
    ['missing statements', one.missing],
    ['undecided lines, and statements without balances', one.other],
  ];
  const named = parts.filter(([, minor]) => minor !== 0n).map(([name, minor]) => `${name} ${decimal(minor, currency)}`);
  const why = named.length === 0 ? '' : `: ${named.join(', ')}`;
  return `Bank on ${on}: ${decimal(balance, currency)} ${currency}; the books differ by ${decimal(difference, currency)}${why}.`;
}

const referenceShownMax = 50;

function asText(report: Report): string {
  const { totals, gaps, lines, transfers, complete } = report;
  const parts = [
    table([
      ['Currency', 'Books', 'Statements', 'Difference'],
      ...totals.map(({ currency, ...one }) => [
        currency,
        ...[one.books, one.statements, one.difference].map((minor) => decimal(minor, currency)),
      ]),
    ]),
    ...compareBank(report).map(sayBank),
    ...gaps.map(sayGap),
    `Lines without a transfer: ${lines.length}`,
    table(
      lines.map((line) => [
        `  ${line.id}`,
        line.bookedOn,
        leftOf(line.amount, line.amount - line.matchedAmount, line.currency),
        line.reference.slice(0, referenceShownMax),
        hintOf(line),
      ]),
    ),
    `Transfers without a line: ${transfers.length}`,
    table(
      transfers.map((transfer) => [
        `  ${nameOfKey(transfer)}`,
        transfer.createdAt.toISOString().slice(0, 10),
        leftOf(transfer.amount, transfer.leftAmount, transfer.currency),
        transfer.code,
        formatSubject(subjectIn(transfer)),
      ]),
    ),
    complete ? '' : `Only the first ${rowsMax} rows of each are shown; the totals include all.`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}
