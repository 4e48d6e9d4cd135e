/**
 * Whether a collector would hold more cash than the company allows, or for longer (docs/ledger.md, "Cash on delivery"). What
 * orders that have not settled will bring counts too.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type CashRules, passedLimit } from '../cash/cash-rules.ts';
import { findHeldCash } from '../cash/held-cash.repository.ts';
import { type Collector, collectorKey, lockCollectors } from './collector-locks.repository.ts';
import type { OrderPlan } from './plan-order.ts';

export type CashCaller = Book & { cash: CashRules | null };

/** The collecting split's line too; undefined where no link collects. */
function collectorOf({ draft }: OrderPlan): (Collector & { line: number }) | undefined {
  const line = draft.splits.findIndex(({ collectsCash }) => collectsCash);
  const linkId = draft.splits[line]?.ref ?? null;
  return linkId === null ? undefined : { linkId, currency: draft.currency, line };
}

/** Whether the company has a limit for who collects this order's cash: then it is recorded as `judgeCash` says. */
export const isLimited = ({ cash }: CashCaller, plan: OrderPlan): boolean =>
  cash !== null &&
  plan.refusal === undefined &&
  (cash.daysMax !== null || cash.limits[plan.draft.currency] !== undefined) &&
  collectorOf(plan) !== undefined;

const distinctCollectors = (plans: readonly OrderPlan[]): Collector[] => {
  const all = plans.flatMap((plan) => collectorOf(plan) ?? []);
  return [...new Map(all.map((one) => [collectorKey(one), one])).values()];
};

/**
 * Locks the collectors of these plans, all of which are limited. @returns the plans, in their order: each one above a limit has a
 * warning, or a refusal where the company says so.
 */
export async function judgeCash(
  tx: Tx,
  caller: CashCaller,
  plans: readonly OrderPlan[],
  now: Date,
): Promise<OrderPlan[]> {
  const cash = caller.cash as CashRules;
  const collectors = distinctCollectors(plans);
  await lockCollectors(tx, caller, collectors);
  const found = new Map((await findHeldCash(tx, caller, collectors)).map((row) => [collectorKey(row), row]));
  const added = new Map<string, bigint>();
  return plans.map((plan) => {
    const { draft } = plan;
    const collector = collectorOf(plan) as Collector & { line: number };
    const key = collectorKey(collector);
    const { held = 0n, expected = 0n, since = null } = found.get(key) ?? {};
    const amount = held + expected + (added.get(key) ?? 0n) + draft.totalAmount;
    const message = problemOf(cash, { currency: draft.currency, amount, since }, now);
    const field = `splits[${collector.line}].beneficiary_ref`;
    if (message !== undefined && cash.refuses) {
      return { ...plan, refusal: { code: 'cash_limit_exceeded', details: [{ field, message }] } };
    }
    added.set(key, (added.get(key) ?? 0n) + draft.totalAmount);
    return message === undefined
      ? plan
      : { ...plan, draft: { ...draft, warnings: [...draft.warnings, `${field} ${message}.`] } };
  });
}

/** @param held `amount` is what it would hold, in minor units. */
function problemOf(
  cash: CashRules,
  held: { currency: string; amount: bigint; since: Date | null },
  now: Date,
): string | undefined {
  const passed = passedLimit(cash, held, now);
  if (passed === undefined) return undefined;
  if ('days' in passed) return `has held cash for more than ${passed.days} ${passed.days === 1 ? 'day' : 'days'}`;
  const { currency, amount } = held;
  const shown = (minor: bigint) => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
  return `would hold ${shown(amount)} of cash, and the limit is ${shown(passed.amount)}`;
}
