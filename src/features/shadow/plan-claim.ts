/**
 * The transfers of a claim, shared with its preview (docs/ledger.md, "What is posted"). Pure. The company pays what is
 * left of shadow orders from clearing to the restaurant's link, and the shadow balance falls by the same amount. Each
 * order is claimed once.
 */
import { type Account, type AccountRef, accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { Order } from '../orders/order.ts';
import { findNamed, isOrderSettled, openPortions, type Portion, type Problem } from './shadow-order.ts';

type ClaimPlan = { ok: true; portions: Portion[] } | { ok: false; problems: Problem[] };

/** Why an order of the restaurant cannot be claimed now, or undefined. */
function obstacleOf(order: Order): string | undefined {
  if (order.claimLinkId !== null) return 'was claimed before';
  if (!isOrderSettled(order)) return `is ${order.settlementStatus}, not settled`;
  if (order.openRefunds > 0) return 'has a refund in progress';
  if (openPortions(order, 'merchant').length === 0) return 'has nothing left to claim';
  return undefined;
}

/** For orders named in the request: each must be claimable. @param orders by their refs. */
export function planClaim(
  orders: ReadonlyMap<string, Order>,
  refs: readonly string[],
  shadowMerchantRef: string,
): ClaimPlan {
  const { named, problems } = findNamed(orders, refs, (index) => `partner_order_refs[${index}]`);
  const portions: Portion[] = [];
  const seen = new Set<bigint>();
  for (const { order, field } of named) {
    const obstacle = obstacleOf(order);
    if (order.shadowMerchantRef !== shadowMerchantRef) {
      problems.push({ field, message: 'is not an order of this merchant', kind: 'field' });
    } else if (seen.has(order.id)) problems.push({ field, message: 'is named twice', kind: 'field' });
    else if (obstacle !== undefined) problems.push({ field, message: obstacle, kind: 'state' });
    else portions.push(...openPortions(order, 'merchant'));
    seen.add(order.id);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, portions };
}

/** For a claim that names no orders: those that can be claimed. */
export const claimableOf = (orders: readonly Order[]): Portion[] =>
  orders.filter((order) => obstacleOf(order) === undefined).flatMap((order) => openPortions(order, 'merchant'));

/** A share in a claim's record. */
export type ClaimLine = {
  orderId: bigint;
  partnerOrderRef: string;
  currency: string;
  split: number;
  /** Minor units, above 0. */
  amount: bigint;
};

export const claimLines = (portions: readonly Portion[]): ClaimLine[] =>
  portions.map(({ order, split, amount }) => ({
    orderId: order.id,
    partnerOrderRef: order.partnerOrderRef,
    currency: order.currency,
    split,
    amount,
  }));

export type ClaimParties = { shadowMerchantRef: string; linkId: bigint };

/** `clearing → earnings(link)` and `shadow:earnings → shadow:clearing`, for each share. */
export function claimDrafts(book: Book, parties: ClaimParties, lines: readonly ClaimLine[]): TransferDraft[] {
  const { holderId, mode } = book;
  return lines.flatMap(({ orderId, currency, split, amount }) => {
    const account = (one: Account): AccountRef => accountIn({ holderId, mode, currency }, one);
    const common = { amount, subject: subjectOf.order(orderId), line: split };
    const shadow = account(ledgerAccount.shadowMerchant(parties.shadowMerchantRef));
    const earnings = account(ledgerAccount.earnings(parties.linkId));
    return [
      { ...common, from: account(ledgerAccount.clearing), to: earnings, code: 'claim' as const },
      { ...common, from: shadow, to: account(ledgerAccount.shadowClearing), code: 'shadow_claimed' as const },
    ];
  });
}

/** What a claim takes from clearing, by currency; minor units. */
export function claimCosts(lines: readonly ClaimLine[]): Map<string, bigint> {
  const costs = new Map<string, bigint>();
  for (const { currency, amount } of lines) costs.set(currency, (costs.get(currency) ?? 0n) + amount);
  return new Map([...costs].sort(([a], [b]) => (a < b ? -1 : 1)));
}
