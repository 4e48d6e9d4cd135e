/** Presents a shop's home. Minor units become decimals here only. */

import { decimalsOf } from '../payments/present-payment.ts';
import { type DaySum, netOf } from './day-sums.ts';
import type { findHome, ShopDays } from './find-home.ts';
import type { PresentedShopActivity, PresentedShopHome } from './shop-home-schemas.ts';

type Home = Awaited<ReturnType<typeof findHome>>;

export function presentHome(home: Home): PresentedShopHome {
  const { now, today, wallets, payout, pending, disputes, use } = home;
  return {
    now: now.toISOString(),
    today: { day: today.days[0]?.day ?? '', ...outcomeOf(today), currencies: today.sums.map(presentSum) },
    balances: wallets.map(({ currency, spendable, debt }) => ({
      currency,
      available: decimalsOf(currency)(spendable),
      debt: decimalsOf(currency)(debt),
    })),
    next_payout:
      payout === undefined
        ? null
        : {
            payout_id: payout.id,
            status: payout.status,
            amount: decimalsOf(payout.currency)(payout.amount - payout.fee),
            currency: payout.currency,
            expected_on: payout.expectedOn,
          },
    pending: {
      ...presentDisputes(disputes),
      disputed_payments: Number(pending.disputed),
      refunds_pending: Number(pending.refundsPending),
      refunds_failed: Number(pending.refundsFailed),
    },
    has_payments: use.hasPayments,
    has_keys: use.hasKeys,
    is_payee: use.isPayee,
  };
}

function presentDisputes(sums: Home['disputes']) {
  const count = sums.reduce((sum, one) => sum + Number(one.count), 0);
  const due = sums.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
  return {
    disputes_to_answer: count,
    to_answer: {
      amounts: sums.map(({ currency, amount }) => ({ currency, amount: decimalsOf(currency)(BigInt(amount)) })),
      respond_by: due.length === 0 ? null : new Date(Math.min(...due)).toISOString(),
      dispute_id: count === 1 ? (sums[0]?.firstId ?? null) : null,
    },
  };
}

export const presentActivity = (read: ShopDays): PresentedShopActivity => ({
  from: read.days.at(0)?.day ?? '',
  to: read.days.at(-1)?.day ?? '',
  ...outcomeOf(read),
  days: read.sums.map((sum) => ({ day: sum.day, ...presentSum(sum) })),
});

const outcomeOf = ({ paid, unpaid }: ShopDays) => ({ paid: Number(paid), unpaid: Number(unpaid) });

function presentSum(sum: DaySum): PresentedShopHome['today']['currencies'][number] {
  const amountOf = decimalsOf(sum.currency);
  return {
    currency: sum.currency,
    payments: Number(sum.payments),
    volume: amountOf(sum.volume),
    fees: amountOf(sum.fees),
    refunded: amountOf(sum.refunded),
    net: amountOf(netOf(sum)),
  };
}
