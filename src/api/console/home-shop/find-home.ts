/** Gathers what the people of a shop see first. Reads only. */
import type { Clock } from '../../../base/clock/clock.ts';
import { type Day, lastDays } from '../../../base/clock/days.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { sumToAnswer } from '../../../features/payments/evidence/holder-disputes.repository.ts';
import {
  countEnded,
  countPending,
  findNextPayout,
  findUse,
  sumPaid,
  sumRefunded,
} from '../../../features/payments/shop-home.repository.ts';
import { findBankAccount } from '../../../features/payouts/bank-accounts.repository.ts';
import { expectedDay } from '../../../features/payouts/expected-day.ts';
import { listSources } from '../../../features/payouts/payout-options.ts';
import { type DaySum, sumsOf } from './day-sums.ts';

type Deps = { db: Database; clock: Clock };

export type ShopDays = { days: readonly Day[]; sums: readonly DaySum[]; paid: bigint; unpaid: bigint };

/** The last days, today included. */
export async function readDays({ db, clock }: Deps, book: Book, timeZone: string, count: number): Promise<ShopDays> {
  const now = clock.now(book.holderId, book.mode);
  const days = lastDays(now, timeZone, count);
  const [{ from }, { to: until }] = [days[0] as Day, days.at(-1) as Day];
  const [paidRows, refundedRows, ended] = await Promise.all([
    sumPaid(db, book, days),
    sumRefunded(db, book, days),
    countEnded(db, book, { from, until, now }),
  ]);
  return { days, sums: sumsOf(paidRows, refundedRows), ...ended };
}

export async function findHome(deps: Deps, book: Book, timeZone: string) {
  const { db, clock } = deps;
  const [today, sources, payout, pending, disputes, use] = await Promise.all([
    readDays(deps, book, timeZone, 1),
    listSources(deps, book),
    findNextPayout(db, book),
    countPending(db, book),
    sumToAnswer(db, book),
    findUse(db, book),
  ]);
  const account = payout && (await findBankAccount(db, book.holderId, payout.bankAccountId));
  return {
    now: clock.now(book.holderId, book.mode),
    today,
    wallets: sources.filter(({ kind }) => kind === 'wallet'),
    payout: payout && account && { ...payout, expectedOn: expectedDay(account, book.mode, payout.createdAt) },
    pending,
    disputes,
    use,
  };
}
