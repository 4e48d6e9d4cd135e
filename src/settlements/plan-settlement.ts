/**
 * Which of the next orders settle, and with which transfers: pure (ledger.md, "Which orders settle"). First in, first
 * out, whole or not at all; the first order that clearing cannot cover stops the queue.
 */
import { type AccountRef, accountKey } from '../ledger/accounts.ts';
import { recoveryDrafts } from '../ledger/debts.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { type Order, orderSubject, type Split, shareOf } from '../orders/order.ts';
import { accountOf, payeePurpose, payerOf } from '../orders/payees.ts';

/** The type of each link of the company, ended ones included: what was earned is still credited. */
export type LinkTypes = ReadonlyMap<bigint, 'merchant' | 'courier'>;

export type SettlementPlan = {
  settle: Order[];
  drafts: TransferDraft[];
  /** Orders with a share that nobody is named for. */
  hold: Order[];
  /** The first order that clearing cannot cover, and all behind it. */
  await: Order[];
  /** Clearing that may still be spent after the plan, in minor units. */
  clearingLeft: bigint;
  /** What is still owed after the plan, where it was owed before. */
  debtsLeft: Debts;
};

/** What links owe the company on their earnings, by the account's key; minor units. */
export type Debts = ReadonlyMap<string, bigint>;

/** What an order takes from clearing, in minor units. */
export const settlementCost = (order: Order): bigint =>
  order.splits.reduce((sum, _, line) => sum + shareOf(order, line), 0n);

/** A merchant's or courier's share above 0 without a link of its type. Shadow orders need none. */
export function isUnassigned(split: Split, links: LinkTypes): boolean {
  if (split.type === 'partner' || split.amount === 0n) return false;
  return split.ref === null || links.get(split.ref) !== split.type;
}

/**
 * Plans orders of one book, currency and queue, given oldest first.
 * @param clearing what may be spent, in minor units; ignored for shadow orders, whose ledger is never short.
 * @param debts are paid off first, by each share as it is credited; what comes back may be spent again at once.
 */
export function planSettlement(
  orders: readonly Order[],
  clearing: bigint,
  links: LinkTypes,
  debts: Debts,
): SettlementPlan {
  const debtsLeft = new Map(debts);
  const plan: SettlementPlan = { settle: [], drafts: [], hold: [], await: [], clearingLeft: clearing, debtsLeft };
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
      const shares = draftsOf(order);
      const recovered = shares.flatMap((share) => recover(share, debtsLeft));
      const returned = recovered.reduce((sum, draft) => sum + (draft.code === 'debt_recovery' ? draft.amount : 0n), 0n);
      plan.clearingLeft += returned - settlementCost(order);
      plan.settle.push(order);
      plan.drafts.push(...shares, ...recovered);
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

/** A share posts in full; then what its party owes is taken from it (ledger.md, "settled order refunded"). */
function recover({ to, amount, subject, line }: TransferDraft, debts: Map<string, bigint>): TransferDraft[] {
  const owed = debts.get(accountKey(to)) ?? 0n;
  if (owed === 0n) return [];
  const paid = owed < amount ? owed : amount;
  debts.set(accountKey(to), owed - paid);
  return recoveryDrafts(to, { amount: paid, subject, line });
}

/** Every account the plan of these orders may touch. What will wait on hold has no payee: none is opened for it. */
export function accountsOf(orders: readonly Order[], links: LinkTypes): AccountRef[] {
  return orders.flatMap((order) => {
    const payer = payerOf(order);
    if (!order.isShadow && order.splits.some((split) => isUnassigned(split, links))) return [payer];
    return [payer, ...draftsOf(order).map((draft) => draft.to)];
  });
}
