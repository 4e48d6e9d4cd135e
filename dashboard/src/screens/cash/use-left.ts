/** How much of the cash that is held has not been recorded as handed over, and what to say of more than there is. */
import type { HeldCash } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { amountOf, readAmount, thousandthsOf } from '../../ui/decimal.ts';
import { useMoney } from '../../ui/money.tsx';

export function useLeft({ held, waiting, currency }: Pick<HeldCash, 'held' | 'waiting' | 'currency'>) {
  const t = useStrings();
  const money = useMoney();
  const left = thousandthsOf(held) - thousandthsOf(waiting);
  return {
    /** 0 when more waits than is held: earnings were kept of it meanwhile. */
    left: left > 0n ? amountOf(left) : 0,
    /** For a field whose amount is one in this currency. */
    tooMuch: (typed: string, most: number): string | null =>
      (readAmount(typed, currency) ?? 0) > most ? t('cash.tooMuch', { amount: money(most, currency) }) : null,
  };
}
