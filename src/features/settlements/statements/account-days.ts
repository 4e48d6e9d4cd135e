/**
 * The days of accounts' months, kept in memory in a bounded number as their sums are (account-months.ts): only what was
 * posted since is summed and added. The month's own sums prove that none is missing; when they differ, the whole month is
 * read again.
 */
import type { Database } from '../../../base/database/pool.ts';
import type { PartyMonth } from './party-statement.ts';
import { type StatementDay, sumDays } from './statement-days.repository.ts';
import type { AccountMonth } from './statements.repository.ts';

const keptMaxDefault = 1_000;

/** `closing`: the balance at the end of the day, in minor units. */
export type DayOfMonth = StatementDay & { closing: bigint };

/** The days on which an account moved, oldest first, each with the balance at its end. */
export type ReadDays = (opened: PartyMonth, account: AccountMonth) => Promise<DayOfMonth[]>;

/** @param keptMax how many months of accounts are kept, those that were read last. */
export function createAccountDays(db: Database, keptMax = keptMaxDefault): ReadDays {
  const kept = new Map<string, { lastId: bigint; days: StatementDay[] }>();
  return async ({ book, month }, account) => {
    const key = [account.accountId, month.timeZone, month.from.getTime(), month.to.getTime()].join('/');
    const known = kept.get(key) ?? { lastId: 0n, days: [] };
    const since = { ...account, firstId: known.lastId + 1n };
    const isNew = account.lastId > known.lastId;
    let days = isNew ? addDays(known.days, await sumDays(db, book.holderId, since, month)) : known.days;
    if (!isAllOf(account, days)) days = await sumDays(db, book.holderId, account, month);
    kept.delete(key);
    if (isAllOf(account, days)) kept.set(key, { lastId: account.lastId, days });
    if (kept.size > keptMax) kept.delete(kept.keys().next().value as string);
    return withBalances(account.opening, days);
  };
}

/** @param since of the same account and month, from what was posted later. */
export function addDays(known: readonly StatementDay[], since: readonly StatementDay[]): StatementDay[] {
  const days = new Map(known.map((day) => [day.date, day]));
  for (const day of since) {
    const before = days.get(day.date) ?? { credits: 0n, debits: 0n, movements: 0n, firstId: day.firstId };
    days.set(day.date, {
      date: day.date,
      credits: before.credits + day.credits,
      debits: before.debits + day.debits,
      movements: before.movements + day.movements,
      firstId: before.firstId,
      lastId: day.lastId,
    });
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** @param days oldest first. */
export function withBalances(opening: bigint, days: readonly StatementDay[]): DayOfMonth[] {
  let closing = opening;
  return days.map((day) => {
    closing += day.credits - day.debits;
    return { ...day, closing };
  });
}

function isAllOf({ credits, debits, movements }: AccountMonth, days: readonly StatementDay[]): boolean {
  const sumOf = (name: 'credits' | 'debits' | 'movements') => days.reduce((sum, day) => sum + day[name], 0n);
  return sumOf('credits') === credits && sumOf('debits') === debits && sumOf('movements') === movements;
}
