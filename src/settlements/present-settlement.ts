/**
 * Settlements as interface B shows them (docs/ledger.md, "Which orders settle"). Decimals are made here, at the edge.
 */
import type { Link } from '../holders/links.repository.ts';
import { isShadow, linkOfEarnings, purpose } from '../ledger/accounts.ts';
import { jsonDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { PresentedLine, PresentedSettlement, PresentedTotal } from './settlement-schemas.ts';
import type { Settlement, SettlementLine, SettlementTotal } from './settlements.repository.ts';

/** Who an account belongs to, in the words of a split. */
export type Party = {
  beneficiary_type: 'merchant' | 'courier' | 'partner';
  beneficiary_ref: number | null;
  name: string | null;
  /** Set in the shadow ledger only. */
  shadow_merchant_ref?: string;
};

const shadowRefPrefix = purpose.shadowMerchant('');
const shadowNamePrefix = purpose.shadowMerchantByName('');
const shadowCourierPrefix = 'shadow:earnings:courier:';

export function partyOf(accountPurpose: string, links: ReadonlyMap<bigint, Link>): Party {
  if (accountPurpose === purpose.commission || accountPurpose === purpose.shadowCommission) {
    return { beneficiary_type: 'partner', beneficiary_ref: null, name: null };
  }
  if (accountPurpose.startsWith(shadowRefPrefix)) {
    const ref = accountPurpose.slice(shadowRefPrefix.length);
    return { beneficiary_type: 'merchant', beneficiary_ref: null, name: null, shadow_merchant_ref: ref };
  }
  if (accountPurpose.startsWith(shadowNamePrefix)) {
    const name = accountPurpose.slice(shadowNamePrefix.length);
    return { beneficiary_type: 'merchant', beneficiary_ref: null, name };
  }
  if (accountPurpose === purpose.shadowUnnamed)
    return { beneficiary_type: 'merchant', beneficiary_ref: null, name: null };
  if (accountPurpose === purpose.shadowUnnamedCourier) {
    return { beneficiary_type: 'courier', beneficiary_ref: null, name: null };
  }
  const linkId = accountPurpose.startsWith(shadowCourierPrefix)
    ? BigInt(accountPurpose.slice(shadowCourierPrefix.length))
    : linkOfEarnings(accountPurpose);
  const link = linkId === undefined ? undefined : links.get(linkId);
  return {
    beneficiary_type: link?.type ?? 'courier',
    beneficiary_ref: linkId === undefined ? null : Number(linkId),
    name: link?.name ?? null,
  };
}

/** The links that accounts of these purposes belong to. */
export function linkIdsOf(purposes: Iterable<string>): bigint[] {
  const ids = new Set<bigint>();
  for (const one of purposes) {
    const id = one.startsWith(shadowCourierPrefix)
      ? BigInt(one.slice(shadowCourierPrefix.length))
      : linkOfEarnings(one);
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

export const presentSettlement = (settlement: Settlement): PresentedSettlement => ({
  settlement_id: Number(settlement.id),
  mode: settlement.mode,
  status: settlement.status,
  trigger: settlement.trigger,
  currency: settlement.currency,
  orders_settled: settlement.ordersSettled,
  orders_awaiting_funds: settlement.ordersAwaitingFunds,
  orders_on_hold: settlement.ordersOnHold,
  started_at: settlement.startedAt.toISOString(),
  finished_at: settlement.finishedAt?.toISOString() ?? null,
});

export const presentTotal = (total: SettlementTotal, links: ReadonlyMap<bigint, Link>): PresentedTotal => ({
  ...partyOf(total.purpose, links),
  is_shadow: isShadow(total.purpose),
  currency: total.currency,
  amount: jsonDecimal(total.amount, exponentOf(total.currency)),
  lines: Number(total.transfers),
});

export const presentLine = (line: SettlementLine, links: ReadonlyMap<bigint, Link>): PresentedLine => ({
  order_id: Number(line.orderId),
  partner_order_ref: line.partnerOrderRef,
  ...partyOf(line.purpose, links),
  is_shadow: line.isShadow,
  currency: line.currency,
  amount: jsonDecimal(line.amount, exponentOf(line.currency)),
});
