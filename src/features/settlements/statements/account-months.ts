/**
 * Months of accounts, kept in memory in a bounded number: only what was posted since is summed and added. It may be of
 * any time, so no clock is asked.
 *
 * That nothing older is missed rests on the ledger: who posts holds the account's row from before the transfer gets
 * its id until the commit, and transfers are never changed or deleted, so an account's transfers become visible in
 * the order of their ids (post.ts). The balance stored with the account, which the same statement reads, proves each
 * sum: when they differ, as after a standby took over that had not received everything, the whole account is read
 * again. Must never show a stored balance, or keep a sum that it does not prove.
 */
import type { Database } from '../../../base/database/pool.ts';
import { type Account, type Book, formatAccount } from '../../../core/ledger/accounts.ts';
import type { Month } from './month.ts';
import { type AccountMonth, sumAccounts } from './statements.repository.ts';

const keptMaxDefault = 1_000;

/** The accounts of a book that exist, in every currency. */
export type ReadAccountMonths = (
  book: Book,
  accounts: readonly Account[],
  month: Pick<Month, 'from' | 'to'>,
) => Promise<AccountMonth[]>;

/** @param keptMax how many months are kept, those that were read last. */
export function createAccountMonths(db: Database, keptMax = keptMaxDefault): ReadAccountMonths {
  const kept = new Map<string, AccountMonth[]>();
  return async (book, accounts, month) => {
    const key = [
      ...[book.holderId, book.mode, month.from.getTime(), month.to.getTime()],
      ...accounts.map(formatAccount),
    ].join('/');
    const known = kept.get(key) ?? [];
    let read = addMonths(known, await sumAccounts(db, book, accounts, month, known));
    if (!read.every(isComplete)) read = await sumAccounts(db, book, accounts, month);
    kept.delete(key);
    if (read.every(isComplete)) kept.set(key, read);
    if (kept.size > keptMax) kept.delete(kept.keys().next().value as string);
    return read;
  };
}

/** @param since the same accounts, and any opened since, each from what was posted after the known `newestId`. */
export const addMonths = (known: readonly AccountMonth[], since: readonly AccountMonth[]): AccountMonth[] =>
  since.map((fresh) => {
    const before = known.find(({ accountId }) => accountId === fresh.accountId);
    if (before === undefined) return fresh;
    return {
      ...fresh,
      opening: before.opening + fresh.opening,
      credits: before.credits + fresh.credits,
      debits: before.debits + fresh.debits,
      closing: before.closing + fresh.closing,
      movements: before.movements + fresh.movements,
      firstId: before.movements > 0n ? before.firstId : fresh.firstId,
      lastId: fresh.movements > 0n ? fresh.lastId : before.lastId,
      later: before.later + fresh.later,
    };
  });

/** Whether the sums are all that has moved in the account. */
export const isComplete = ({ closing, later, balance }: AccountMonth): boolean => closing + later === balance;
