/**
 * Which of the next orders settle, and with which transfers: pure (ledger.md, "Which orders settle"). First in, first
 * out, whole or not at all; the first order that clearing cannot cover stops the queue.
 */
import { type AccountRef, purpose } from '../ledger/accounts.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { type Order, orderSubject, type Split } from '../orders/order.ts';

/** The type of each link of the company, ended ones included: what was earned is still credited. */
export type LinkTypes = ReadonlyMap<bigint, 'merchant' | 'courier'>;

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
export const settlementCost = (order: Order): bigint => order.splits.reduce((sum, split) => sum + split.amount, 0n);

/** A merchant's or courier's share above 0 without a link of its type. Shadow orders need none. */
export function isUnassigned(split: Split, links: LinkTypes): boolean {
  if (split.type === 'partner' || split.amount === 0n) return false;
  return split.ref === null || links.get(split.ref) !== split.type;
}

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
  const from = accountOf(order, order.isShadow ? purpose.shadowClearing : purpose.clearing);
  const drafts: TransferDraft[] = [];
  order.splits.forEach((split, line) => {
    if (split.amount === 0n) return;
    const to = accountOf(order, payeePurpose(order, split));
    drafts.push({ from, to, amount: split.amount, code: 'settlement', subject, line });
  });
  return drafts;
}

const accountOf = (order: Order, accountPurpose: string): AccountRef => ({
  holderId: order.holderId,
  mode: order.mode,
  currency: order.currency,
  purpose: accountPurpose,
});

/** The account a share is credited to (ledger.md, "Accounts"). */
export function payeePurpose(order: Order, split: Split): string {
  if (split.type === 'partner') return order.isShadow ? purpose.shadowCommission : purpose.commission;
  if (!order.isShadow) return purpose.earnings(split.ref as bigint);
  if (split.type === 'courier') {
    return split.ref === null ? purpose.shadowUnnamedCourier : purpose.shadowCourier(split.ref);
  }
  if (order.shadowMerchantRef !== null) return purpose.shadowMerchant(order.shadowMerchantRef);
  if (order.shadowMerchantName !== null) return purpose.shadowMerchantByName(order.shadowMerchantName);
  return purpose.shadowUnnamed;
}

/** Every account the plan of these orders may touch. What will wait on hold has no payee: none is opened for it. */
export function accountsOf(orders: readonly Order[], links: LinkTypes): AccountRef[] {
  return orders.flatMap((order) => {
    const payer = accountOf(order, order.isShadow ? purpose.shadowClearing : purpose.clearing);
    if (!order.isShadow && order.splits.some((split) => isUnassigned(split, links))) return [payer];
    return [payer, ...draftsOf(order).map((draft) => draft.to)];
  });
}
