/** What the next settlement of each currency needs beside what clearing has. Reads only. */
import type { Clock } from '../../../base/clock/clock.ts';
import { nextRun } from '../../../base/clock/schedule.ts';
import type { Database } from '../../../base/database/pool.ts';
import { type Book, ledgerAccount } from '../../../core/ledger/accounts.ts';
import { listAccounts } from '../../../core/ledger/ledger.repository.ts';
import { type Funds, findFunds, missingFor } from '../../../core/ledger/spendable.ts';
import { listSettlementQueues, sumEligible } from '../../orders/orders.repository.ts';
import type { SettlementSettings } from '../schedule-settings.ts';
import { everyCurrency, listDues } from '../schedules.repository.ts';

/** More waiting orders than this are not added up: what they need is then said to be at least so much. */
export const eligibleMax = 10_000;
const msPerSecond = 1_000;

export type NextSettlement = {
  currency: string;
  funds: Funds;
  /** Null while settling by itself is paused. */
  nextRunAt: Date | null;
  orders: number;
  /** Minor units. */
  needed: bigint;
  /** How much of it clearing is reserved for; minor units. */
  reserved: bigint;
  missing: bigint;
};

export async function findNextSettlements(
  { db, clock }: { db: Database; clock: Clock },
  book: Book,
  settings: SettlementSettings,
): Promise<NextSettlement[]> {
  const now = clock.now(book.holderId, book.mode);
  const [accounts, queues, dues] = await Promise.all([
    listAccounts(db, book),
    listSettlementQueues(db, book),
    listDues(db, book),
  ]);
  const own = accounts.filter(({ kind }) => kind === ledgerAccount.clearing.kind);
  const waiting = queues.filter(({ isShadow }) => !isShadow);
  const currencies = [...new Set([...own, ...waiting].map(({ currency }) => currency))].sort();
  return Promise.all(
    currencies.map(async (currency) => {
      const nextRunAt = nextRunOf(currency, settings, dues, now);
      const until = (nextRunAt ?? now).getTime() - settings.holdSeconds * msPerSecond;
      const rule = { recordedUntil: new Date(until), settleOnlyPaid: settings.settleOnlyPaid };
      const queue = { ...book, currency, isShadow: false };
      const [funds, { orders, ...costs }] = await Promise.all([
        findFunds(db, queue),
        sumEligible(db, queue, rule, eligibleMax),
      ]);
      const missing = missingFor(costs, funds);
      return {
        currency,
        funds,
        nextRunAt,
        orders: Number(orders),
        needed: costs.cost,
        reserved: costs.reserved,
        missing,
      };
    }),
  );
}

function nextRunOf(
  currency: string,
  settings: SettlementSettings,
  dues: ReadonlyMap<string, Date>,
  now: Date,
): Date | null {
  if (settings.paused) return null;
  const own = settings.currencies.get(currency);
  const [name, schedule] = own === undefined ? [everyCurrency, settings.schedule] : [currency, own];
  return dues.get(name) ?? nextRun(schedule, settings.timeZone, now);
}
