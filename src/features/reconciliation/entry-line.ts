/** An entry of a bank's file as a line of a statement. Pure. */

import { absolute } from '../../base/money/compare.ts';
import type { EntryFacts, FileEntry } from '../bank-files/statement-file.ts';
import type { StatementLine } from './statement-line.ts';

const textLengthMax = 2_000;

/** Everything in which a reference may stand, each once: what people wrote first, then the names and ids. */
function textOf(entry: FileEntry): string {
  const texts = [entry, ...entry.details].flatMap(({ texts, endToEndId, counterpartyName, returned }: EntryFacts) => [
    ...texts,
    endToEndId,
    returned?.endToEndId,
    counterpartyName,
  ]);
  const kept: string[] = [];
  for (const text of texts) {
    const plain = text?.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim() ?? '';
    if (plain !== '' && !kept.some((one) => one.includes(plain))) kept.push(plain);
  }
  return [...kept.join(' ')].slice(0, textLengthMax).join('').trimEnd();
}

const bankIdLengthMax = 100;

/** @param lineNumber its own in the file. */
export function lineOf(entry: FileEntry, lineNumber: number): StatementLine {
  const { bookedOn, bookedTime, currency, amount, direction, bankId } = entry;
  return {
    lineNumber,
    bookedOn,
    bookedTime,
    currency,
    direction,
    amount: direction === 'unknown' ? absolute(amount) : amount,
    reference: textOf(entry),
    // A reversal may carry the id of what it reverses.
    bankId: bankId === undefined || bankId.length > bankIdLengthMax || entry.reverses ? undefined : bankId,
  };
}
