/** Presents a shop's home. Minor units become decimals here only. */

import { decimalsOf } from '../payments/present-payment.ts';
import { type DaySum, netOf } from './day-sums.ts';
import type { findHome, ShopDays } from './find-home.ts';
import type { PresentedShopActivity, PresentedShopHome } from './shop-home-schemas.ts';

export function presentHome(home: Awaited<ReturnType<typeof findHome>>): PresentedShopHome {
  const { now, today, wallets, payout, pending, use } = home;
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
      disputes_to_answer: pending.disputesToAnswer,
      disputed_payments: Number(pending.disputed),
      refunds_pending: Number(pending.refundsPending),
      refunds_failed: Number(pending.refundsFailed),
    },
    has_payments: use.hasPayments,
    has_keys: use.hasKeys,
    is_payee: use.isPayee,
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
