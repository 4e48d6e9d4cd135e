/** What statements of a source lack between them, and what the last of each account ends with. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { namesOf } from './own-account.ts';
import type { Outside } from './reconciliation.repository.ts';
import { listPeriods, sumLinesBetween } from './statement-balances.repository.ts';
import { endsOf, findBreaks, gapBetween, type StatementGap, type StatementPeriod } from './statement-balances.ts';

export type AccountGap = StatementGap & { account: string };

/** Minor units. */
export type AccountBalance = {
  account: string;
  currency: string;
  /** What the last statement ends with, and on which day. */
  on: string;
  amount: bigint;
  /** What the first statement begins with. */
  before: bigint;
};

type Balances = { gaps: AccountGap[]; balances: AccountBalance[] };

/** @param only of this account. */
export async function readBalances(db: Database | Tx, outside: Outside, only?: string): Promise<Balances> {
  const all = await listPeriods(db, outside);
  const accounts = [...new Set(all.map(({ account }) => account))];
  const result: Balances = { gaps: [], balances: [] };
  const done = new Set<string>();
  for (const account of only === undefined ? accounts : [only]) {
    if (done.has(account)) continue;
    const names = namesOf(account, accounts).sure;
    for (const name of names) done.add(name);
    // As a number, where one statement names it.
    const shown = names.find((name) => name !== '') ?? account;
    const ofAccount = all.filter((one) => names.includes(one.account));
    for (const [currency, periods] of Map.groupBy(ofAccount, (one) => one.currency)) {
      result.gaps.push(...(await gapsOf(db, outside, names, periods)).map((gap) => ({ ...gap, account: shown })));
      const { first, last } = endsOf(periods);
      result.balances.push({ account: shown, currency, on: last.lastOn, amount: last.closing, before: first.opening });
    }
  }
  return result;
}

async function gapsOf(
  db: Database | Tx,
  outside: Outside,
  names: readonly string[],
  periods: readonly StatementPeriod[],
): Promise<StatementGap[]> {
  const breaks = findBreaks(periods);
  if (breaks.length === 0) return [];
  const sums = await sumLinesBetween(db, outside, names, breaks);
  return breaks.flatMap((one, at) => {
    const found = sums[at];
    return (found && gapBetween(one, found)) ?? [];
  });
}

/** Says what to import. */
export function sayGap({ account, currency, after, before, amount }: AccountGap): string {
  const size = `${formatDecimal(absolute(amount), exponentOf(currency))} ${currency}`;
  const what = `${size} that ${amount > 0n ? 'came in' : 'went out'}`;
  const where = account === '' ? '' : ` on account ${account}`;
  const days = after === before ? `On ${after}` : `Between ${after} and ${before}`;
  return `${days}, ${what} is missing${where}: import the statement of these days.`;
}
