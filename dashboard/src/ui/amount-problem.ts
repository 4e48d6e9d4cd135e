/** What is wrong with an amount that was typed, in words. */
import { useStrings } from '../strings/strings.tsx';
import { decimalsOf } from './currency-decimals.ts';
import { parseAmount, parsePositive } from './decimal.ts';

/** @returns for a field: null for an amount above 0, or 0 or more, in this currency. */
export function useAmountProblem(): (typed: string, currency: string, mayBeZero?: boolean) => string | null {
  const t = useStrings();
  return (typed, currency, mayBeZero = false) => {
    const parsed = (mayBeZero ? parseAmount : parsePositive)(typed, currency);
    if (typeof parsed === 'bigint') return null;
    if (parsed === 'syntax') return t('app.amountWrong');
    return t('app.amountDecimals', { currency: currency.trim().toUpperCase(), decimals: decimalsOf(currency) });
  };
}
