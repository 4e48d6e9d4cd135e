/** Finds what stands in the way of closing an account. To decide, the holder must be locked. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type AccountRow, findAccountsById, lockAccounts } from '../../core/ledger/ledger.repository.ts';
import type { HolderRow } from '../holders/holders.repository.ts';
import { countUnfinished, listLiveAccounts, type Unfinished } from './obstacles.repository.ts';
import type { Obstacle, ObstacleAccount, ObstacleCode } from './obstacles.ts';

type Closable = Pick<HolderRow, 'id' | 'name' | 'kind' | 'status'>;

/** Without a lock: for display. */
export async function findObstacles(db: Database | Tx, holder: Closable): Promise<Obstacle[]> {
  return obstaclesOf(holder, await countUnfinished(db, holder.id), await accountsOf(db, holder.id));
}

/**
 * To decide by. What is under way is counted before balances are read and locked: money that arrives meanwhile is seen
 * as one or the other. The holder's lock keeps anything new from beginning.
 */
export async function lockAndFindObstacles(tx: Tx, holder: Closable): Promise<Obstacle[]> {
  const unfinished = await countUnfinished(tx, holder.id);
  return obstaclesOf(holder, unfinished, await lockedAccountsOf(tx, holder.id));
}

async function byBook(db: Database | Tx, holderId: bigint): Promise<Map<bigint, bigint[]>> {
  const books = new Map<bigint, bigint[]>();
  for (const { holderId: book, id } of await listLiveAccounts(db, holderId)) {
    books.set(book, [...(books.get(book) ?? []), id]);
  }
  return books;
}

async function accountsOf(db: Database | Tx, holderId: bigint): Promise<AccountRow[]> {
  const rows: AccountRow[] = [];
  for (const [book, ids] of await byBook(db, holderId)) rows.push(...(await findAccountsById(db, book, ids)));
  return rows;
}

/** Book after book by holder, and by id within a book, as every posting locks them. */
async function lockedAccountsOf(tx: Tx, holderId: bigint): Promise<AccountRow[]> {
  const rows: AccountRow[] = [];
  for (const [book, ids] of await byBook(tx, holderId)) {
    rows.push(...(await lockAccounts(tx, { holderId: book, mode: 'live' }, ids)));
  }
  return rows;
}

const counted: readonly [keyof Unfinished, ObstacleCode][] = [
  ['payouts', 'payouts'],
  ['topUps', 'top_ups'],
  ['payments', 'payments'],
  ['refunds', 'refunds'],
  ['disputes', 'disputes'],
  ['lateCaptures', 'late_captures'],
  ['orders', 'orders'],
  ['settlements', 'settlements'],
  ['upcomingEarnings', 'upcoming_earnings'],
];

const codeOf = (kind: AccountRow['kind']): (typeof moneyCodes)[number] => {
  if (kind === 'earnings') return 'earnings';
  if (kind === 'link_cash') return 'cash';
  return kind === 'debt' || kind === 'link_debt' ? 'debt' : 'balance';
};

const moneyCodes = ['balance', 'earnings', 'debt', 'cash'] as const satisfies readonly ObstacleCode[];

/** Pure. */
function obstaclesOf({ id, name, kind, status }: Closable, unfinished: Unfinished, accounts: readonly AccountRow[]) {
  const account: ObstacleAccount = { holderId: id, name, kind };
  const found: Obstacle[] = [];
  if (status === 'suspended') found.push({ code: 'suspended', account, count: 1, amounts: [] });
  for (const code of moneyCodes) {
    const sums = new Map<string, bigint>();
    for (const { currency, balance } of accounts.filter((one) => codeOf(one.kind) === code && one.balance !== 0n)) {
      sums.set(currency, (sums.get(currency) ?? 0n) + balance);
    }
    const amounts = [...sums].map(([currency, amount]) => ({ currency, amount }));
    if (amounts.length > 0) found.push({ code, account, count: amounts.length, amounts });
  }
  for (const [key, code] of counted) {
    if (unfinished[key] > 0) found.push({ code, account, count: unfinished[key], amounts: [] });
  }
  return found;
}
