/** Which payments a rule is for: by method and currency, each of which may be left open. */
import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PaymentFeeRule } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CurrencyInput } from '../../ui/currency-input.tsx';

type Method = NonNullable<PaymentFeeRule['method']>;

/** Those of payment providers. */
export const providerMethods = ['card', 'onlinewallet'] as const satisfies readonly Method[];

type Props<V extends { method: string; currency: string }> = {
  form: UseFormReturnType<V>;
  methods: readonly Method[];
  /** The dialog opens on it. */
  isFirst?: boolean;
};

export function ScopeFields<V extends { method: string; currency: string }>({ form, methods, isFirst }: Props<V>) {
  const t = useStrings();
  return (
    <SimpleGrid cols={2} spacing="sm">
      <NativeSelect
        label={t('fees.method')}
        data={[
          { value: '', label: t('fees.method.every') },
          ...methods.map((value) => ({ value, label: t(`payments.method.${value}`) })),
        ]}
        data-autofocus={isFirst || undefined}
        {...form.getInputProps('method')}
      />
      <CurrencyInput
        label={t('app.currency')}
        placeholder={t('fees.currency.every')}
        {...form.getInputProps('currency')}
      />
    </SimpleGrid>
  );
}
