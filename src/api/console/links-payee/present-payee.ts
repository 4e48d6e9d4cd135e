/** A payee for its company. Pure. Amounts become decimals only here. */
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import type { PresentedHeldCash } from '../../../features/cash/cash-schemas.ts';
import type { LinkHistory } from '../../../features/links/links.repository.ts';
import { presentLink } from '../../../features/links/present-invitation.ts';
import type { WaitingTotal } from '../../../features/settlements/earnings/earnings.repository.ts';
import type { listBalancesOfLink } from '../../../features/settlements/earnings/payee.repository.ts';
import type { PresentedPayee } from './payee-schemas.ts';

type Read = {
  link: LinkHistory;
  now: Date;
  nextRun: Date | null;
  balances: Awaited<ReturnType<typeof listBalancesOfLink>>;
  waiting: readonly WaitingTotal[];
  cash: PresentedHeldCash[];
};

export function presentPayee({ link, now, nextRun, balances, waiting, cash }: Read): PresentedPayee {
  const currencies = [...new Set([...balances, ...waiting].map(({ currency }) => currency))].sort();
  return {
    ...presentLink(link),
    now: now.toISOString(),
    next_settlement_at: nextRun?.toISOString() ?? null,
    balances: currencies.map((currency) => {
      const balance = balances.find((one) => one.currency === currency);
      const waits = waiting.find((one) => one.currency === currency);
      const decimal = (minor: bigint | null | undefined) => jsonDecimal(minor ?? 0n, exponentOf(currency));
      return {
        currency,
        available: decimal(balance?.available),
        upcoming: decimal(waits?.upcoming),
        on_hold: decimal(waits?.onHold),
        waiting_orders: Number(waits?.orders ?? 0n),
        debt: decimal(balance?.debt),
      };
    }),
    cash,
  };
}
