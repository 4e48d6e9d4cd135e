/**
 * Plans what a refund takes from each split of an order: pure (docs/ledger.md, "Refunds in proportion"). The parts add
 * up to the last minor unit, nobody gives back more than their share, and clearing bears what the shares do not cover.
 */
import { allocate } from '../money/allocation.ts';
import { least } from '../money/compare.ts';
import type { BeneficiaryType, Order } from '../orders/order.ts';
import { sumShares } from '../orders/taken-shares.ts';

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

type RefundedOrder = Pick<Order, 'totalAmount' | 'refundedAmount' | 'splits' | 'reduced' | 'reversed'>;

export type OrderRefundPlan =
  | { ok: true; amount: bigint /** Minor units by split. */; taken: bigint[] }
  | { ok: false; code: 'refund_exceeds' | 'validation_failed'; field: string; message: string };

/** What refunds can still take from each split, in minor units. */
export const sharesLeft = (order: Pick<Order, 'splits' | 'reduced' | 'reversed'>): bigint[] =>
  order.splits.map((split, line) => split.amount - (order.reduced[line] ?? 0n) - (order.reversed[line] ?? 0n));

export function planOrderRefund(order: RefundedOrder, ask: RefundTerms): OrderRefundPlan {
  const refundable = order.totalAmount - order.refundedAmount;
  const named = ask.parties && sumShares(ask.parties.map((party) => party.amount));
  const amount = ask.amount ?? named ?? refundable;
  if (amount <= 0n || amount > refundable) {
    return { ok: false, code: 'refund_exceeds', field: 'amount', message: 'is more than what is left of the order' };
  }
  if (ask.parties !== undefined) return planByParty(order, amount, ask.parties, named as bigint);
  if (ask.liable !== undefined) return planByLiable(order, amount, ask.liable);
  return { ok: true, amount, taken: planInProportion(order, amount, amount === refundable) };
}

/**
 * Takes `share × amount / total` from each split by largest remainder; the parts add up to the rounded `shares × amount
 * / total` (half a unit rounds up). The last refund takes everything left. What a split no longer has is taken from
 * those with something left.
 */
function planInProportion(order: RefundedOrder, amount: bigint, isLast: boolean): bigint[] {
  const left = sharesLeft(order);
  if (isLast) return left;
  const shares = order.splits.map((split) => split.amount);
  const total = order.totalAmount;
  const rounded = (2n * sumShares(shares) * amount + total) / (2n * total);
  const target = least(rounded, sumShares(left));
  const taken = allocate(target, target === 0n ? left : shares).map((part, line) => least(part, left[line] as bigint));
  const missing = target - sumShares(taken);
  const room = left.map((most, line) => most - (taken[line] as bigint));
  return allocate(missing, room).map((part, line) => part + (taken[line] as bigint));
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
      return { ok: false, code: 'validation_failed', field, message: 'names nobody who has a share in this order' };
    }
    if (party.amount > sumShares(room)) {
      return {
        ok: false,
        code: 'refund_exceeds',
        field: `${field}.amount`,
        message: 'is more than this party has left',
      };
    }
    for (const [line, part] of allocate(party.amount, room).entries()) taken[line] = (taken[line] as bigint) + part;
  }
  return { ok: true, amount, taken };
}

/**
 * The liable party bears all of it, up to its share. If the partner is liable, clearing bears what commission does not
 * cover.
 */
function planByLiable(order: RefundedOrder, amount: bigint, liable: Party): OrderRefundPlan {
  const room = sharesLeft(order).map((most, line) => (isOf(order, line, liable) ? most : 0n));
  if (liable.type === 'partner') return { ok: true, amount, taken: allocate(least(amount, sumShares(room)), room) };
  if (!order.splits.some((_, line) => isOf(order, line, liable))) {
    const message = 'names nobody who has a share in this order';
    return { ok: false, code: 'validation_failed', field: 'liable', message };
  }
  if (amount > sumShares(room)) {
    return {
      ok: false,
      code: 'refund_exceeds',
      field: 'liable',
      message: 'has less than the amount left in this order',
    };
  }
  return { ok: true, amount, taken: allocate(amount, room) };
}

/** A party without a ref matches every split of its type. */
function isOf(order: RefundedOrder, line: number, party: Party): boolean {
  const split = order.splits[line];
  return split?.type === party.type && (party.ref === null || split.ref === party.ref);
}
