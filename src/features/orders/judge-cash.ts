/**
 * Whether a collector would hold more cash than the company allows, or for longer (docs/ledger.md, "Cash on delivery"). What
 * orders that have not settled will bring counts too. Two orders recorded at the same moment may pass a limit together: the
 * next one does not.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type CashRules, passedLimit } from '../cash/cash-rules.ts';
import { findHeldCash } from '../cash/held-cash.repository.ts';
import type { OrderPlan } from './plan-order.ts';

type Caller = Book & { cash: CashRules | null };

const keyOf = ({ linkId, currency }: { linkId: bigint; currency: string }): string => `${linkId}/${currency}`;

/** Gives each plan whose collector is above a limit a warning, or a refusal where the company says so. */
export async function judgeCash(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  plans: readonly OrderPlan[],
): Promise<void> {
  const { cash } = caller;
  if (cash === null || (cash.daysMax === null && Object.keys(cash.limits).length === 0)) return;
  const collecting = plans.flatMap((plan) => {
    const line = plan.draft.splits.findIndex(({ collectsCash }) => collectsCash);
    const linkId = plan.draft.splits[line]?.ref ?? null;
    return linkId === null ? [] : [{ plan, line, linkId, currency: plan.draft.currency }];
  });
  if (collecting.length === 0) return;
  const links = [...new Map(collecting.map((one) => [keyOf(one), one])).values()];
  const found = new Map((await findHeldCash(db, caller, links)).map((row) => [keyOf(row), row]));
  const now = clock.now(caller.holderId, caller.mode);
  const added = new Map<string, bigint>();
  for (const { plan, line, linkId, currency } of collecting) {
    const key = keyOf({ linkId, currency });
    const { held = 0n, expected = 0n, since = null } = found.get(key) ?? {};
    const amount = held + expected + (added.get(key) ?? 0n) + plan.draft.totalAmount;
    const message = problemOf(cash, { currency, amount, since }, now);
    if (message !== undefined && cash.refuses) {
      plan.refusal ??= {
        code: 'cash_limit_exceeded',
        details: [{ field: `splits[${line}].beneficiary_ref`, message }],
      };
    } else if (message !== undefined) plan.draft.warnings.push(`splits[${line}].beneficiary_ref ${message}.`);
    if (plan.refusal === undefined) added.set(key, (added.get(key) ?? 0n) + plan.draft.totalAmount);
  }
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
