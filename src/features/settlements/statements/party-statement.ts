/**
 * A party's month: opening balance, every movement of its accounts, closing balance. Each account is read up to the
 * transfer that was its newest at the start, so movements posted meanwhile are not included.
 */

import { amountCell, type Cell, csvRows } from '../../../base/csv/csv.ts';
import type { Database } from '../../../base/database/pool.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import { type Book, ledgerAccount } from '../../../core/ledger/accounts.ts';
import { formatSubject, subjectIn } from '../../../core/ledger/subject.ts';
import { findLinks } from '../../links/links.repository.ts';
import { type Party, partyOf } from '../present-settlement.ts';
import type { ReadAccountMonths } from './account-months.ts';
import { type Month, zonedTexts } from './month.ts';
import { type AccountMonth, listAccountMovements, type PartyMovement } from './statements.repository.ts';
import type { StatementWords } from './words.ts';

const pageMovementsMax = 1_000;

/** `words`: of whoever reads it. */
export type PartyMonth = {
  book: Book;
  party: Party;
  month: Month;
  accounts: AccountMonth[];
  words: StatementWords;
};

export type OpenDeps = { db: Database; readAccountMonths: ReadAccountMonths };

/** A movement with the account's balance after it, in minor units. */
type ToldMovement = PartyMovement & { what: string; balance: bigint };

/**
 * @param beneficiaryRef a link's id, or `partner` for the company's own commission and clearing.
 * @throws AppError `unknown_beneficiary` when the company has no such link; ended links still have statements.
 */
export async function openPartyMonth(
  { db, readAccountMonths }: OpenDeps,
  book: Book,
  beneficiaryRef: string,
  month: Month,
  words: StatementWords,
): Promise<PartyMonth> {
  if (beneficiaryRef === 'partner') {
    const accounts = await readAccountMonths(book, [ledgerAccount.commission, ledgerAccount.clearing], month);
    return { book, month, accounts, words, party: partyOf(ledgerAccount.commission, new Map()) };
  }
  const id = BigInt(beneficiaryRef);
  const [link] = await findLinks(db, book.holderId, [id]);
  if (link === undefined) {
    const details = [{ field: 'beneficiary_ref', message: 'is not a link of this company' }];
    throw new AppError('unknown_beneficiary', { message: 'The company has no link with this id.', details });
  }
  const accounts = await readAccountMonths(book, [ledgerAccount.earnings(id)], month);
  return { book, month, accounts, words, party: partyOf(ledgerAccount.earnings(id), new Map([[id, link]])) };
}

/** The movements of one account, page by page, with the running balance. */
export async function* movementsOf(
  db: Database,
  { book, month, words }: PartyMonth,
  account: AccountMonth,
  pageMax = pageMovementsMax,
): AsyncGenerator<ToldMovement[]> {
  let balance = account.opening;
  let afterId = 0n;
  for (;;) {
    const found = await listAccountMovements(db, book.holderId, account, month, afterId, pageMax);
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map((movement) => {
      balance += movement.amount;
      return { ...movement, what: words.what(movement.code), balance };
    });
    if (found.length < pageMax) return;
    afterId = last.transferId;
  }
}

/** The first movements of a month, account by account, at most `limit` in all. */
export async function firstMovements(db: Database, month: PartyMonth, limit: number) {
  const shown: { account: AccountMonth; movements: ToldMovement[] }[] = [];
  let left = limit;
  for (const account of month.accounts) {
    const page = left === 0 ? undefined : (await movementsOf(db, month, account, left).next()).value;
    const movements = page ?? [];
    left -= movements.length;
    shown.push({ account, movements });
  }
  return shown;
}

export const partyColumns = [
  'row',
  'account',
  'currency',
  'at',
  'what',
  'code',
  'order_ref',
  'subject',
  'amount',
  'balance',
] as const;

/** The month as chunks of CSV: for each account its opening balance, movements and closing balance. */
export async function* partyCsv(db: Database, month: PartyMonth): AsyncGenerator<string> {
  const { timeZone, from, to } = month.month;
  const zonedText = zonedTexts(timeZone);
  yield csvRows([partyColumns]);
  for (const account of month.accounts) {
    const { currency } = account;
    const name = account.kind;
    const edge = (row: string, at: Date, balance: bigint): Cell[] => {
      const when = zonedText(at);
      return [row, name, currency, when, null, null, null, null, null, amountCell(balance, currency)];
    };
    yield csvRows([edge('opening', from, account.opening)]);
    for await (const page of movementsOf(db, month, account)) {
      yield csvRows(
        page.map((one) => [
          'movement',
          name,
          currency,
          zonedText(one.createdAt),
          one.what,
          one.code,
          one.partnerOrderRef,
          formatSubject(subjectIn(one)),
          amountCell(one.amount, currency),
          amountCell(one.balance, currency),
        ]),
      );
    }
    yield csvRows([edge('closing', to, account.closing)]);
  }
}
