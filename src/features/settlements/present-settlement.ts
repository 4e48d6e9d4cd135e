/**
 * Presents settlements for interface B (docs/ledger.md, "Which orders settle"). Minor units become decimals here only.
 */

import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { type Account, isShadow } from '../../core/ledger/accounts.ts';
import type { Link } from '../links/links.repository.ts';
import type { PresentedLine, PresentedSettlement, PresentedTotal } from './settlement-schemas.ts';
import type {
  CurrencySum,
  Settlement,
  SettlementLine,
  SettlementSums,
  SettlementTotal,
} from './settlements.repository.ts';

/** The owner of an account, in the terms that splits use. */
export type Party = {
  beneficiary_type: 'merchant' | 'courier' | 'partner';
  beneficiary_ref: number | null;
  name: string | null;
  /** Present in the shadow ledger only. */
  shadow_merchant_ref?: string;
};

export function partyOf(account: Account, links: ReadonlyMap<bigint, Link>): Party {
  if (account.kind === 'commission' || account.kind === 'shadow_commission') {
    return { beneficiary_type: 'partner', beneficiary_ref: null, name: null };
  }
  if (account.kind === 'shadow_merchant') {
    const { shadowRef, shadowName } = account;
    const party = { beneficiary_type: 'merchant', beneficiary_ref: null, name: shadowName } as const;
    return shadowRef === null ? party : { ...party, shadow_merchant_ref: shadowRef };
  }
  const { linkId } = account;
  const link = linkId === null ? undefined : links.get(linkId);
  return {
    beneficiary_type: link?.type ?? 'courier',
    beneficiary_ref: linkId === null ? null : Number(linkId),
    name: link?.name ?? null,
  };
}

/** The ids of the links that own these accounts. */
export const linkIdsOf = (accounts: readonly Account[]): bigint[] => [
  ...new Set(accounts.flatMap(({ linkId }) => linkId ?? [])),
];

export const presentSettlement = (
  settlement: Settlement,
  sums: SettlementSums | null | undefined,
): PresentedSettlement => ({
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
  ...(sums == null ? { credited: null, recorded: null } : presentSums(sums)),
});

export const presentSums = ({ credited, recorded }: SettlementSums) => ({
  credited: credited.map(presentSum),
  recorded: recorded.map(presentSum),
});

const presentSum = ({ currency, amount }: CurrencySum) => ({
  currency,
  amount: jsonDecimal(amount, exponentOf(currency)),
});

/** What parties were credited together in each currency, and what is only recorded. */
export const sumsOf = (totals: readonly SettlementTotal[]): SettlementSums => ({
  credited: byCurrencyOf(totals.filter((total) => !isShadow(total))),
  recorded: byCurrencyOf(totals.filter(isShadow)),
});

function byCurrencyOf(totals: readonly CurrencySum[]): CurrencySum[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of totals) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount })).sort(byCurrency);
}

const byCurrency = (one: CurrencySum, other: CurrencySum): number => (one.currency < other.currency ? -1 : 1);

export const presentTotal = (total: SettlementTotal, links: ReadonlyMap<bigint, Link>): PresentedTotal => ({
  ...partyOf(total, links),
  is_shadow: isShadow(total),
  currency: total.currency,
  amount: jsonDecimal(total.amount, exponentOf(total.currency)),
  lines: Number(total.transfers),
});

export const presentLine = (line: SettlementLine, links: ReadonlyMap<bigint, Link>): PresentedLine => ({
  order_id: Number(line.orderId),
  partner_order_ref: line.partnerOrderRef,
  ...partyOf(line, links),
  is_shadow: line.isShadow,
  currency: line.currency,
  amount: jsonDecimal(line.amount, exponentOf(line.currency)),
});
