/** Presents a company's home. Minor units become decimals here only. */

import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { spendableClearing } from '../../../core/ledger/spendable.ts';
import type { countPending } from '../../../features/settlements/home/company-home.repository.ts';
import type { DayTotals } from '../../../features/settlements/home/day-totals.ts';
import { flowsOf } from '../../../features/settlements/home/flow.ts';
import { eligibleMax, type NextSettlement } from '../../../features/settlements/home/next-settlements.ts';
import type { PresentedCompanyActivity, PresentedCompanyHome } from './home-schemas.ts';

const amountIn = (currency: string) => (minor: bigint) => jsonDecimal(minor, exponentOf(currency));

export function presentCurrency(next: NextSettlement): PresentedCompanyHome['currencies'][number] {
  const amountOf = amountIn(next.currency);
  return {
    currency: next.currency,
    clearing: amountOf(next.funds.clearing),
    commission: amountOf(next.funds.commission),
    reserved: amountOf(next.funds.paidOrders),
    spendable: amountOf(spendableClearing(next.funds)),
    next_run_at: next.nextRunAt?.toISOString() ?? null,
    orders: next.orders,
    needed: amountOf(next.needed),
    at_least: next.orders === eligibleMax,
    missing: amountOf(next.missing),
  };
}

export const presentPending = (
  pending: Awaited<ReturnType<typeof countPending>>,
  disputesToAnswer: number,
): PresentedCompanyHome['pending'] => ({
  orders_awaiting_funds: Number(pending.awaitingFunds),
  orders_on_hold: Number(pending.onHold),
  orders_with_broken_splits: Number(pending.brokenSplits),
  refunds_awaiting_funds: Number(pending.refundsAwaitingFunds),
  cash_handovers: Number(pending.handovers),
  invitations: Number(pending.invitations),
  disputes_to_answer: disputesToAnswer,
});

/** @param clearing the present balances by currency. */
export const presentActivity = (
  timeZone: string,
  days: readonly DayTotals[],
  clearing: ReadonlyMap<string, bigint>,
): PresentedCompanyActivity => ({
  time_zone: timeZone,
  from: days.at(0)?.day ?? '',
  to: days.at(-1)?.day ?? '',
  days: days.flatMap(({ day, recorded }) =>
    recorded.map(({ currency, orders, amount }) => ({
      day,
      currency,
      orders: Number(orders),
      amount: amountIn(currency)(amount),
    })),
  ),
  flows: flowsOf(
    days.flatMap((one) => one.clearing),
    clearing,
  ).map(({ currency, opening, closing, moves }) => {
    const amountOf = amountIn(currency);
    return {
      currency,
      opening: amountOf(opening),
      closing: amountOf(closing),
      moves: moves.map((move) => ({ ...move, amount: amountOf(move.amount) })),
    };
  }),
});
