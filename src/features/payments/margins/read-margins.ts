/**
 * What the service earns with payments (docs/operating.md, "Costs and margin"): what it charged, what providers charge it, and what is
 * left; and beside it what providers really kept. Amounts in minor units.
 */
import type { Database } from '../../../base/database/pool.ts';
import { outsideSourceOf } from '../../../core/ledger/accounts.ts';
import { type Period, readDisputeFees, readPaidMargins, readPayoutFees } from './margins.repository.ts';
import { costPeriods } from './provider-cost.ts';
import { listProviderCosts } from './provider-costs.repository.ts';

/** Of payments by one provider and method, in one currency. */
export type Margin = Awaited<ReturnType<typeof readPaidMargins>>[number];

/** What was kept by whoever has an account of the books: for disputes, and of payouts. */
export type Kept = { source: string; currency: string; disputes: bigint; payouts: bigint };

export type MarginTotal = {
  currency: string;
  payments: bigint;
  volume: bigint;
  fees: bigint;
  costs: bigint;
  disputes: bigint;
  unpriced: bigint;
};

export type Margins = { rows: Margin[]; kept: Kept[]; totals: MarginTotal[] };

export async function readMargins(db: Database, period: Period): Promise<Margins> {
  const rows = await readPaidMargins(db, period, costPeriods(await listProviderCosts(db)));
  const disputes = (await readDisputeFees(db, period)).map((one) => ({ ...one, source: outsideSourceOf(one) }));
  const kept = addUp([
    ...disputes.map(({ source, currency, amount }) => ({ source, currency, disputes: amount, payouts: 0n })),
    ...(await readPayoutFees(db, period)).map(({ amount, ...one }) => ({ ...one, disputes: 0n, payouts: amount })),
  ]);
  return { rows, kept, totals: totalsOf(rows, kept) };
}

function addUp(parts: readonly Kept[]): Kept[] {
  const sums = new Map<string, Kept>();
  for (const part of parts) {
    const key = `${part.source} ${part.currency}`;
    const { disputes, payouts } = sums.get(key) ?? { disputes: 0n, payouts: 0n };
    sums.set(key, { ...part, disputes: disputes + part.disputes, payouts: payouts + part.payouts });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kept]) => kept);
}

const nothing = { payments: 0n, volume: 0n, fees: 0n, costs: 0n, disputes: 0n, unpriced: 0n };

/** By currency. What was kept of payouts is no cost of its own: it is what the costs should come to. */
function totalsOf(rows: readonly Margin[], kept: readonly Kept[]): MarginTotal[] {
  const currencies = [...new Set([...rows, ...kept].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const total = { currency, ...nothing };
    for (const row of rows.filter((one) => one.currency === currency))
      for (const part of ['payments', 'volume', 'fees', 'costs', 'unpriced'] as const) total[part] += row[part];
    for (const one of kept.filter((other) => other.currency === currency)) total.disputes += one.disputes;
    return total;
  });
}
