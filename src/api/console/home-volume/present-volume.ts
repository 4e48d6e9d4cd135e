/** Presents what moved in a period. Minor units become decimals here only. */
import type { Period, Span } from '../../../base/clock/period.ts';
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { type Compared, changePercent, type Figures } from './compare.ts';
import type { PresentedCompanyVolume, PresentedPayeeVolume, PresentedShopVolume } from './volume-schemas.ts';

const daysOf = ({ from, to }: Span) => ({ from, to });

const presentPeriod = (timeZone: string, { unit, previous, buckets, ...whole }: Period) => ({
  time_zone: timeZone,
  ...daysOf(whole),
  unit,
  previous: daysOf(previous),
  parts: buckets.map((bucket) => ({ ...daysOf(bucket), previous: daysOf(bucket.previous) })),
});

/** @param present the figures of one currency. */
function presentRow<Name extends string, Shown>(
  { currency, now, previous, parts }: Compared<Name>,
  present: (figures: Figures<Name>, currency: string) => Shown,
) {
  const both = (part: { now: Figures<Name>; previous: Figures<Name> }) => ({
    ...present(part.now, currency),
    previous: present(part.previous, currency),
  });
  const names = Object.keys(now) as Name[];
  const change = Object.fromEntries(names.map((name) => [name, changePercent(now[name], previous[name])]));
  return {
    currency,
    ...both({ now, previous }),
    change: change as Record<Name, number | null>,
    parts: parts.map(both),
  };
}

const amountIn = (currency: string) => (minor: bigint) => jsonDecimal(minor, exponentOf(currency));

export type OrderFigure = 'orders' | 'amount' | 'commission';

export const presentCompanyVolume = (
  timeZone: string,
  period: Period,
  rows: readonly Compared<OrderFigure>[],
): PresentedCompanyVolume => ({
  ...presentPeriod(timeZone, period),
  currencies: rows.map((row) =>
    presentRow(row, ({ orders, amount, commission }, currency) => ({
      orders: Number(orders),
      amount: amountIn(currency)(amount),
      commission: amountIn(currency)(commission),
    })),
  ),
});

export type PaymentFigure = 'payments' | 'volume' | 'refunds' | 'refunded' | 'fees' | 'net';

type PaymentVolume = { rows: readonly Compared<PaymentFigure>[]; paid: bigint; unpaid: bigint };

export const presentShopVolume = (
  timeZone: string,
  period: Period,
  { rows, paid, unpaid }: PaymentVolume,
): PresentedShopVolume => ({
  ...presentPeriod(timeZone, period),
  paid: Number(paid),
  unpaid: Number(unpaid),
  currencies: rows.map((row) =>
    presentRow(row, ({ payments, volume, refunds, refunded, fees, net }, currency) => ({
      payments: Number(payments),
      volume: amountIn(currency)(volume),
      refunds: Number(refunds),
      refunded: amountIn(currency)(refunded),
      fees: amountIn(currency)(fees),
      net: amountIn(currency)(net),
    })),
  ),
});

export type EarningFigure = 'shares' | 'earned' | 'taken_back' | 'net';

export const presentPayeeVolume = (
  timeZone: string,
  period: Period,
  rows: readonly Compared<EarningFigure>[],
): PresentedPayeeVolume => ({
  ...presentPeriod(timeZone, period),
  currencies: rows.map((row) =>
    presentRow(row, ({ shares, earned, taken_back: takenBack, net }, currency) => ({
      shares: Number(shares),
      earned: amountIn(currency)(earned),
      taken_back: amountIn(currency)(takenBack),
      net: amountIn(currency)(net),
    })),
  ),
});
