/** A rate and a fixed part, as they are typed: of what payments cost accounts, and of what providers charge. */
import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmountOrZero, typedAmount } from '../../ui/decimal.ts';
import { readBasisPoints, typedRate } from './fee-rules.ts';

export type Rate = { basis_points: number; fixed: number };
type TypedRate = { basis_points: string; fixed: string };

const pathOf = (name: string, part: keyof Rate): string => [name, part].join('.');

/** @param name the field of the request. `hasFixed`: false for every currency. */
export function RateFields<V extends object>(props: { form: UseFormReturnType<V>; name: string; hasFixed: boolean }) {
  const { form, name, hasFixed } = props;
  const t = useStrings();
  return (
    <SimpleGrid cols={2} spacing="sm">
      <TextInput
        label={t('fees.rate')}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps(pathOf(name, 'basis_points'))}
      />
      <TextInput
        label={t('fees.fixed')}
        inputMode="decimal"
        autoComplete="off"
        disabled={!hasFixed}
        {...form.getInputProps(pathOf(name, 'fixed'))}
      />
    </SimpleGrid>
  );
}

/** @returns what is wrong, by field; null where nothing is. `rate` is undefined while something is. */
export function useRateReader() {
  const t = useStrings();
  const problemOf = useAmountProblem();
  return (name: string, typed: TypedRate, currency: string) => {
    const basisPoints = readBasisPoints(typed.basis_points);
    const fixed = typed.fixed.trim() === '' ? 0 : readAmountOrZero(typed.fixed, currency);
    const needsCurrency = fixed !== undefined && fixed > 0 && currency === '';
    const problems = {
      [pathOf(name, 'basis_points')]: basisPoints === undefined ? t('fees.rate.wrong') : null,
      [pathOf(name, 'fixed')]: fixed === undefined ? problemOf(typed.fixed, currency, true) : null,
      currency: needsCurrency ? t('fees.fixed.currency') : null,
    };
    const rate: Rate | undefined =
      basisPoints === undefined || fixed === undefined || needsCurrency
        ? undefined
        : { basis_points: basisPoints, fixed };
    return { problems, rate };
  };
}

export const typedRateOf = (rate: Rate | null | undefined, currency: string | null): TypedRate => ({
  basis_points: rate == null ? '' : typedRate(rate.basis_points),
  fixed: rate == null || currency === null ? '' : typedAmount(rate.fixed, currency),
});
