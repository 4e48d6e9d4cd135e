/**
 * Which of the next orders settle, and with which transfers: pure (ledger.md, "Which orders settle"). First in, first
 * out, whole or not at all; the first order that clearing cannot cover stops the queue.
 */
import type { AccountRef } from '../ledger/accounts.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { type Order, orderSubject, shareOf } from '../orders/order.ts';
import { accountOf, payeePurpose, payerOf } from '../orders/payees.ts';
import { isUnassigned, type LinkTypes } from '../orders/unassigned-splits.ts';

export type SettlementPlan = {
  settle: Order[];
  drafts: TransferDraft[];
  /** Orders with a share that nobody is named for. */
  hold: Order[];
  /** The first order that clearing cannot cover, and all behind it. */
  await: Order[];
  /** Clearing after the plan, in minor units. */
  clearingLeft: bigint;
};

/** What an order takes from clearing, in minor units. */
export const settlementCost = (order: Order): bigint =>
  order.splits.reduce((sum, _, line) => sum + shareOf(order, line), 0n);

/**
 * Plans orders of one book, currency and queue, given oldest first.
 * @param clearing what may be spent, in minor units; ignored for shadow orders, whose ledger is never short.
 */
export function planSettlement(orders: readonly Order[], clearing: bigint, links: LinkTypes): SettlementPlan {
  const plan: SettlementPlan = { settle: [], drafts: [], hold: [], await: [], clearingLeft: clearing };
  for (const order of orders) {
    if (plan.await.length > 0) {
      plan.await.push(order);
    } else if (order.isShadow) {
      plan.settle.push(order);
      plan.drafts.push(...draftsOf(order));
    } else if (order.splits.some((split) => isUnassigned(split, links))) {
      plan.hold.push(order);
    } else if (settlementCost(order) > plan.clearingLeft) {
      plan.await.push(order);
    } else {
      plan.clearingLeft -= settlementCost(order);
      plan.settle.push(order);
      plan.drafts.push(...draftsOf(order));
    }
  }
  return plan;
}

/** One transfer per share above 0; its line is the split's place in the order. */
function draftsOf(order: Order): TransferDraft[] {
  const subject = orderSubject(order.id);
  const from = payerOf(order);
  const drafts: TransferDraft[] = [];
  order.splits.forEach((split, line) => {
    const amount = shareOf(order, line);
    if (amount === 0n) return;
    const to = accountOf(order, payeePurpose(order, split));
    drafts.push({ from, to, amount, code: 'settlement', subject, line });
  });
  return drafts;
}

/** Every account the plan of these orders may touch. What will wait on hold has no payee: none is opened for it. */
export function accountsOf(orders: readonly Order[], links: LinkTypes): AccountRef[] {
  return orders.flatMap((order) => {
    const payer = payerOf(order);
    if (!order.isShadow && order.splits.some((split) => isUnassigned(split, links))) return [payer];
    return [payer, ...draftsOf(order).map((draft) => draft.to)];
  });
}
