/**
 * What a capture of an order takes, and the shares of it (docs/contract/partner.md, "Capture an order"). Pure. A part is shared in
 * proportion, to the cent, as refunds are (docs/ledger.md, "Refunds in proportion"), or as the company says.
 */
import { allocate } from '../../base/money/allocation.ts';
import { sumOf } from '../../base/money/compare.ts';
import { nextByQuota } from '../../base/money/quota.ts';
import type { Payment } from '../payments/payment.ts';
import type { BeneficiaryType, Order } from './order.ts';

export type CaptureTerms = {
  /** Minor units; undefined: all, or the sum of the named parties. */
  amount: bigint | undefined;
  /** The shares, instead of everyone's in proportion; a null `ref` means every split of the type. */
  parties: readonly { type: BeneficiaryType; ref: bigint | null; amount: bigint }[] | undefined;
};

type CapturePlan = { ok: true; amount: bigint; shares: bigint[] } | { ok: false; field: string; message: string };

type CapturedOrder = Pick<Order, 'totalAmount' | 'splits'>;

const refuse = (field: string, message: string): CapturePlan => ({ ok: false, field, message });

export function planCapture(order: CapturedOrder, { amount, parties }: CaptureTerms): CapturePlan {
  const named = parties && sumOf(parties.map((party) => party.amount));
  const wanted = amount ?? named ?? order.totalAmount;
  if (wanted <= 0n || wanted > order.totalAmount) return refuse('amount', 'must be above 0 and at most order_amount');
  if (parties === undefined) return { ok: true, amount: wanted, shares: scaledShares(order, wanted) };
  if (named !== wanted) return refuse('splits', 'must add up to the amount that is captured');
  const shares = order.splits.map(() => 0n);
  for (const [index, party] of parties.entries()) {
    const lines = order.splits.flatMap(({ type, ref }, line) =>
      type === party.type && (party.ref === null || party.ref === ref) ? [line] : [],
    );
    if (lines.length === 0) return refuse(`splits[${index}]`, 'does not name a payee with a share in this order');
    const weights = lines.map((line) => order.splits[line]?.amount ?? 0n);
    const known = sumOf(weights) > 0n ? weights : lines.map(() => 1n);
    for (const [place, part] of allocate(party.amount, known).entries()) {
      const line = lines[place] as number;
      shares[line] = (shares[line] as bigint) + part;
    }
  }
  return { ok: true, amount: wanted, shares };
}

/** Every share in proportion to what is captured of the order; half a unit of their sum rounds up. */
function scaledShares({ totalAmount, splits }: CapturedOrder, amount: bigint): bigint[] {
  const shares = splits.map((split) => split.amount);
  const target = (2n * sumOf(shares) * amount + totalAmount) / (2n * totalAmount);
  return nextByQuota(shares, [], target);
}

/** An order with what its payment captured: the shares as they were asked for, unless the provider captured another amount. */
export function capturedBy(
  order: Order,
  { capturedAmount, captureAmount, captureShares }: Pick<Payment, 'capturedAmount' | 'captureAmount' | 'captureShares'>,
): Pick<Order, 'capturedAmount' | 'splits'> {
  const amount = capturedAmount ?? order.totalAmount;
  const asAsked = captureShares !== null && captureAmount === amount;
  const shares = asAsked ? captureShares : scaledShares(order, amount);
  const splits = order.splits.map((split, line) => ({ ...split, uncaptured: split.amount - (shares[line] ?? 0n) }));
  return { capturedAmount: amount, splits };
}
