/** An entry of a bank's file as a line of a statement. Pure. */

import { absolute } from '../../base/money/compare.ts';
import { isLongerThan } from '../../core/http/text.ts';
import type { EntryDetail, EntryFacts, FileEntry } from '../bank-files/statement-file.ts';
import type { LineDetails, LineFacts, LinePayment, StatementLine } from './statement-line.ts';

const textLengthMax = 2_000;
const nameLengthMax = 200;
const idLengthMax = 100;
const paymentsMax = 500;
const paymentTextLengthMax = 500;
const chargesMax = 10n ** 18n;

/** On one line, without what PostgreSQL can't store. */
const plainOf = (text: string | undefined): string =>
  text
    ?.toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim() ?? '';

const cut = (text: string, lengthMax: number): string => [...text].slice(0, lengthMax).join('').trimEnd();

/** Each once, and none that another has in it. */
function joined(texts: readonly (string | undefined)[], lengthMax: number): string {
  const kept: string[] = [];
  for (const text of texts) {
    const plain = plainOf(text);
    if (plain !== '' && !kept.some((one) => one.includes(plain))) kept.push(plain);
  }
  return cut(kept.join(' '), lengthMax);
}

type TextOf = (entry: FileEntry) => string;

/** Everything in which a reference may stand: what people wrote first, then the names and ids. */
const allTexts: TextOf = (entry) =>
  joined(
    [entry, ...entry.details].flatMap(({ texts, endToEndId, counterpartyName, returned }: EntryFacts) => [
      ...texts,
      endToEndId,
      returned?.endToEndId,
      counterpartyName,
    ]),
    textLengthMax,
  );

const nameOf = (text: string | undefined): string | undefined => cut(plainOf(text), nameLengthMax) || undefined;

/** Left out where it is too long: a part of an id is another id. */
function idOf(text: string | undefined): string | undefined {
  const id = plainOf(text);
  return id === '' || isLongerThan(id, idLengthMax) ? undefined : id;
}

const paymentOf = ({
  amount,
  texts,
  endToEndId,
  counterpartyName,
  counterpartyAccount,
  returned,
}: EntryDetail): LinePayment => ({
  amount: amount === undefined ? null : String(amount),
  endToEndId: idOf(endToEndId) ?? null,
  name: nameOf(counterpartyName) ?? null,
  account: idOf(counterpartyAccount) ?? null,
  // Of a return, the id that the payment had when it left.
  text: joined([...texts, returned?.endToEndId], paymentTextLengthMax),
});

const detailsOf = ({ details }: FileEntry): LineDetails | undefined =>
  details.length === 0 ? undefined : { count: details.length, payments: details.slice(0, paymentsMax).map(paymentOf) };

function factsOf(entry: FileEntry): LineFacts {
  const { charges = 0n } = entry;
  return {
    valueOn: entry.valueOn,
    endToEndId: idOf(entry.endToEndId),
    counterpartyName: nameOf(entry.counterpartyName),
    counterpartyAccount: idOf(entry.counterpartyAccount),
    bankCode: idOf(entry.code),
    reverses: entry.reverses,
    charges: charges === 0n || absolute(charges) > chargesMax ? undefined : charges,
    returnReason: idOf(entry.returned?.reason),
    details: detailsOf(entry),
  };
}

/** Of a CSV whose columns a person named: the cell as it is, by which earlier versions knew the line. */
export const textAsWritten: TextOf = ({ texts: [text = ''] }) => text;

/** @param lineNumber its own in the file. */
export function lineOf(entry: FileEntry, lineNumber: number, textOf: TextOf = allTexts): StatementLine {
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
    bankId: bankId === undefined || bankId.length > idLengthMax || entry.reverses ? undefined : bankId,
    facts: factsOf(entry),
  };
}
