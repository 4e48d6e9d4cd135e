/**
 * Plans what a refund takes from each split of an order: pure (docs/ledger.md, "Refunds in proportion"). Nobody gives back
 * more than their share, and clearing bears what the shares do not cover.
 */

import { allocate } from '../../base/money/allocation.ts';
import { greatest, least, sumOf } from '../../base/money/compare.ts';
import { nextByQuota } from '../../base/money/quota.ts';
import type { BeneficiaryType, Order } from '../orders/order.ts';
import { paidTotal, shareOf, wholeShareOf } from '../orders/order.ts';
import { reversibleAmount } from '../orders/reversible.ts';

/** A party of the order: its type, and its link; a null `ref` means every split of the type. */
export type Party = { type: BeneficiaryType; ref: bigint | null };

export type RefundTerms = {
  /** Minor units; undefined: everything left, or the sum of the named parties. */
  amount: bigint | undefined;
  /** Named parties and the amount that each bears, instead of everyone in proportion. */
  parties: readonly (Party & { amount: bigint })[] | undefined;
  /** The party that bears all of it. */
  liable: Party | undefined;
};

type RefundedOrder = Pick<Order, 'totalAmount' | 'capturedAmount' | 'refundedAmount' | 'reversalAmount' | 'splits'>;

/** What an order's refunds in proportion have counted so far, without failed ones; minor units. */
type Counted = { amount: bigint; bySplit: readonly bigint[] };

export const nothingCounted: Counted = { amount: 0n, bySplit: [] };

type OrderRefundPlan =
  | {
      ok: true;
      amount: bigint;
      /** Minor units by split. */
      taken: bigint[];
      /** Minor units by split that a refund in proportion counts; null for one that names who bears it. */
      counted: bigint[] | null;
    }
  | { ok: false; code: 'refund_exceeds' | 'validation_failed'; field: string; message: string };

/** What refunds can still take from each split, in minor units. */
export const sharesLeft = ({ splits }: Pick<Order, 'splits'>): bigint[] =>
  splits.map((split) => shareOf(split) - split.reversed);

/** @param chargedBack what the customer's bank took back, in minor units: no refund returns it again. */
export function planOrderRefund(
  order: RefundedOrder,
  ask: RefundTerms,
  counted: Counted = nothingCounted,
  chargedBack = 0n,
): OrderRefundPlan {
  const refundable = paidTotal(order) - order.refundedAmount - chargedBack;
  const named = ask.parties && sumOf(ask.parties.map((party) => party.amount));
  const amount = ask.amount ?? named ?? refundable;
  if (amount <= 0n || amount > refundable) {
    return { ok: false, code: 'refund_exceeds', field: 'amount', message: 'is more than what is left of the order' };
  }
  if (ask.parties !== undefined) return planByParty(order, amount, ask.parties, named as bigint);
  if (ask.liable !== undefined) return planByLiable(order, amount, ask.liable);
  return planInProportion(order, amount, counted);
}

/**
 * Plans what a reversal takes from each split of a charged-back order: the named amounts, or in proportion like a refund.
 * Clearing bears nothing of named amounts.
 * @param ask without a liable party.
 */
export function planOrderReversal(
  order: RefundedOrder & Pick<Order, 'chargedBackAmount'>,
  ask: Pick<RefundTerms, 'amount' | 'parties'>,
  counted: Counted = nothingCounted,
): OrderRefundPlan {
  const reversible = reversibleAmount(order);
  const named = ask.parties && sumOf(ask.parties.map((party) => party.amount));
  const amount = ask.amount ?? named ?? reversible;
  const field = named === undefined ? 'amount' : 'splits';
  if (amount > reversible || reversible === 0n) {
    return { ok: false, code: 'refund_exceeds', field, message: 'is more than what can still be reversed' };
  }
  if (sumOf(sharesLeft(order)) === 0n) {
    return { ok: false, code: 'refund_exceeds', field, message: 'finds no payee with a share left' };
  }
  if (ask.parties !== undefined) return planByParty(order, amount, ask.parties, amount);
  return planInProportion(order, amount, counted);
}

/**
 * Counts against the splits what all refunds in proportion together come to, `shares × refunded / total` (half a unit
 * rounds up), less what earlier ones counted. A split pays at most what it has left; clearing bears the rest. Once all of
 * the order is refunded or reversed, nobody keeps a share.
 */
function planInProportion(order: RefundedOrder, amount: bigint, earlier: Counted): OrderRefundPlan {
  const isLast = order.refundedAmount + order.reversalAmount + amount === paidTotal(order);
  const shares = order.splits.map(wholeShareOf);
  const total = paidTotal(order);
  const target = (2n * sumOf(shares) * (earlier.amount + amount) + total) / (2n * total);
  const counted = nextByQuota(shares, earlier.bySplit, target);
  const left = sharesLeft(order);
  if (isLast)
    return {
      ok: true,
      amount,
      counted: left.map((most, line) => greatest(most, counted[line] as bigint)),
      taken: left,
    };
  return { ok: true, amount, counted, taken: counted.map((units, line) => least(units, left[line] as bigint)) };
}

/** Takes exactly the named amounts; clearing bears the rest. */
function planByParty(
  order: RefundedOrder,
  amount: bigint,
  parties: NonNullable<RefundTerms['parties']>,
  named: bigint,
): OrderRefundPlan {
  if (named > amount) {
    return { ok: false, code: 'validation_failed', field: 'splits', message: 'add up to more than amount' };
  }
  const taken = order.splits.map(() => 0n);
  const left = sharesLeft(order);
  for (const [index, party] of parties.entries()) {
    const field = `splits[${index}]`;
    const room = left.map((most, line) => (isOf(order, line, party) ? most - (taken[line] as bigint) : 0n));
    if (!order.splits.some((_, line) => isOf(order, line, party))) {
      return {
        ok: false,
        code: 'validation_failed',
        field,
        message: 'does not name a payee with a share in this order',
      };
    }
    if (party.amount > sumOf(room)) {
      return {
        ok: false,
        code: 'refund_exceeds',
        field: `${field}.amount`,
        message: 'is more than this payee has left',
      };
    }
    for (const [line, part] of allocate(party.amount, room).entries()) taken[line] = (taken[line] as bigint) + part;
  }
  return { ok: true, amount, taken, counted: null };
}

/**
 * The liable party bears all of it, up to its share. If the partner is liable, clearing bears what commission does not
 * cover.
 */
function planByLiable(order: RefundedOrder, amount: bigint, liable: Party): OrderRefundPlan {
  const room = sharesLeft(order).map((most, line) => (isOf(order, line, liable) ? most : 0n));
  if (liable.type === 'partner') {
    return { ok: true, amount, taken: allocate(least(amount, sumOf(room)), room), counted: null };
  }
  if (!order.splits.some((_, line) => isOf(order, line, liable))) {
    const message = 'does not name a payee with a share in this order';
    return { ok: false, code: 'validation_failed', field: 'liable', message };
  }
  if (amount > sumOf(room)) {
    return {
      ok: false,
      code: 'refund_exceeds',
      field: 'liable',
      message: 'has less than the amount left in this order',
    };
  }
  return { ok: true, amount, taken: allocate(amount, room), counted: null };
}

/** A party without a ref matches every split of its type. */
function isOf(order: RefundedOrder, line: number, party: Party): boolean {
  const split = order.splits[line];
  return split?.type === party.type && (party.ref === null || split.ref === party.ref);
}
