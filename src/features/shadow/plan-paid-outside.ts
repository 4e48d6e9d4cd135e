/**
 * What a company has paid outside the service, by order, as portions and transfers (docs/ledger.md, "What is posted").
 * Pure. Never more than what is left of an order; a party's first split is used up first.
 */

import { formatDecimal, parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { least } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import type { Subject } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { Order } from '../orders/order.ts';
import { accountOf, payeeOf } from '../orders/payees.ts';
import { amountOf, findNamed, isOrderSettled, openPortions, type Portion, type Problem } from './shadow-order.ts';

export type PaidOutsideItem = {
  partnerOrderRef: string;
  type: 'merchant' | 'courier';
  /** As the caller wrote it, in the order's currency. Undefined: all that is left. */
  amount: number | undefined;
};

type PaidOutsidePlan = { ok: true; portions: Portion[] } | { ok: false; problems: Problem[] };

/** @param orders by their refs, read from locked rows. */
export function planPaidOutside(
  orders: ReadonlyMap<string, Order>,
  items: readonly PaidOutsideItem[],
): PaidOutsidePlan {
  const refs = items.map((item) => item.partnerOrderRef);
  const { named, problems } = findNamed(orders, refs, (index) => `orders[${index}].partner_order_ref`);
  const portions: Portion[] = [];
  const seen = new Set<string>();
  for (const { order, index, field } of named) {
    const item = items[index] as PaidOutsideItem;
    const key = `${order.id}/${item.type}`;
    if (seen.has(key)) problems.push({ field, message: `names the ${item.type} of this order twice`, kind: 'field' });
    else if (!isOrderSettled(order)) {
      problems.push({ field, message: `is ${order.settlementStatus}, not settled`, kind: 'state' });
    } else {
      const taken = takeOf(order, item, `orders[${index}].amount`, field);
      if (Array.isArray(taken)) portions.push(...taken);
      else problems.push(taken);
    }
    seen.add(key);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, portions };
}

function takeOf(order: Order, item: PaidOutsideItem, amountField: string, refField: string): Portion[] | Problem {
  const open = openPortions(order, item.type);
  const left = amountOf(open);
  if (left === 0n) return { field: refField, message: `has nothing left for the ${item.type}`, kind: 'state' };
  if (item.amount === undefined) return open;
  const currency = { code: order.currency, exponent: exponentOf(order.currency) };
  const parsed = parsePartnerAmount(item.amount, currency, { min: 1n });
  if (!parsed.ok) return { field: amountField, message: amountProblem(currency, parsed.reason), kind: 'field' };
  if (parsed.minor > left) {
    const shown = formatDecimal(left, exponentOf(order.currency));
    return { field: amountField, message: `is more than the ${shown} ${order.currency} that are left`, kind: 'field' };
  }
  return firstOf(open, parsed.minor);
}

/** Takes `amount` from the portions in order; they must add up to at least as much. */
function firstOf(open: readonly Portion[], amount: bigint): Portion[] {
  let rest = amount;
  return open.flatMap((portion) => {
    const taken = least(portion.amount, rest);
    rest -= taken;
    return taken > 0n ? [{ ...portion, amount: taken }] : [];
  });
}

/** `shadow:earnings → shadow:clearing`, a line for each portion. */
export const paidOutsideDrafts = (portions: readonly Portion[], subject: Subject): TransferDraft[] =>
  portions.map(({ order, split, amount }, line) => ({
    from: payeeOf(order, order.splits[split] as Order['splits'][number]),
    to: accountOf(order, ledgerAccount.shadowClearing),
    amount,
    code: 'paid_outside',
    subject,
    line,
  }));
