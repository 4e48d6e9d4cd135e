/** A payee's earnings as answered. Pure. Amounts become decimals only here. */

import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import type { TransferCode } from '../../../core/ledger/transfer.ts';
import type {
  EarningsMovement,
  LinkBalance,
  WaitingShare,
  WaitingTotal,
} from '../../../features/settlements/earnings/earnings.repository.ts';
import type {
  PresentedEarnings,
  PresentedMovement,
  PresentedUpcoming,
} from '../../../features/settlements/earnings/earnings-schemas.ts';
import type { Expected } from '../../../features/settlements/earnings/expected-settlement.ts';

type Sums = { available: bigint; upcoming: bigint; onHold: bigint; debt: bigint };
type ByCurrency = Map<string, Sums>;

const none: Sums = { available: 0n, upcoming: 0n, onHold: 0n, debt: 0n };

function add(sums: ByCurrency, currency: string, change: Partial<Sums>): void {
  const before = sums.get(currency) ?? none;
  const entries = Object.entries(before).map(([name, value]) => [name, value + (change[name as keyof Sums] ?? 0n)]);
  sums.set(currency, Object.fromEntries(entries));
}

/** @param nextRuns the next settlement of each company; null while it is paused. */
export function presentEarnings(
  balances: readonly LinkBalance[],
  waiting: readonly WaitingTotal[],
  nextRuns: ReadonlyMap<bigint, Date | null>,
): PresentedEarnings {
  const totals: ByCurrency = new Map();
  const companies = [...Map.groupBy(balances, ({ linkId }) => linkId)].map(([linkId, rows]) => {
    const [link] = rows as [LinkBalance];
    const own: ByCurrency = new Map();
    for (const { currency, available, debt } of rows) {
      if (currency !== null) add(own, currency, { available: available ?? 0n, debt: debt ?? 0n });
    }
    const ofLink = waiting.filter((one) => one.linkId === linkId);
    for (const { currency, upcoming, onHold } of ofLink) add(own, currency, { upcoming, onHold });
    for (const [currency, sums] of own) add(totals, currency, sums);
    return {
      beneficiary_ref: Number(linkId),
      beneficiary_type: link.type,
      company: link.companyName,
      status: link.status,
      next_settlement_at: nextRuns.get(link.companyId)?.toISOString() ?? null,
      upcoming_orders: ofLink.reduce((sum, { orders }) => sum + Number(orders), 0),
      balances: presentSums(own),
    };
  });
  return { totals: presentSums(totals), companies };
}

const presentSums = (sums: ByCurrency): PresentedEarnings['totals'] =>
  [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { available, upcoming, onHold, debt }]) => {
      const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
      return {
        currency,
        available: decimal(available),
        upcoming: decimal(upcoming),
        on_hold: decimal(onHold),
        debt: decimal(debt),
      };
    });

export const presentUpcoming = (share: WaitingShare, expected: Expected): PresentedUpcoming => ({
  order_id: Number(share.orderId),
  partner_order_ref: share.partnerOrderRef,
  beneficiary_ref: Number(share.linkId),
  company: share.companyName,
  amount: jsonDecimal(share.share, exponentOf(share.currency)),
  reduced_by: jsonDecimal(share.taken, exponentOf(share.currency)),
  currency: share.currency,
  waits_for: expected.waitsFor,
  expected_at: expected.at?.toISOString() ?? null,
  created_at: share.createdAt.toISOString(),
});

export const presentMovement = (movement: EarningsMovement): PresentedMovement => ({
  movement_id: String(movement.id),
  code: movement.code as TransferCode,
  effect: movement.effect,
  beneficiary_ref: Number(movement.linkId),
  company: movement.companyName,
  partner_order_ref: movement.partnerOrderRef,
  payout_id: movement.subjectKind === 'payout' ? movement.subjectId : null,
  amount: jsonDecimal(movement.amount, exponentOf(movement.currency)),
  currency: movement.currency,
  created_at: movement.createdAt.toISOString(),
});
