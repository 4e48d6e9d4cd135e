/** An amount and a currency, for a top-up or for commission that moves to clearing. */
import { Autocomplete, Group, type OptionsFilter, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount } from '../../ui/decimal.ts';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';

type MoneyBody = { amount: number; currency: string };

type Props = {
  title: string;
  action: string;
  /** What happens, or what there is. */
  children: (currency: string) => ReactNode;
  currencies: readonly string[];
  initial: { amount: string; currency: string };
  /** @returns what to tell when it is done. */
  send: (body: MoneyBody) => Promise<string>;
  onClose: () => void;
};

const currencyLength = 3;

export function MoneyDialog({ title, action, children, currencies, initial, send, onClose }: Props) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const form = useForm({ initialValues: initial });
  const act = useMutation({
    mutationFn: (body: MoneyBody) => send(body),
    onSuccess: async (message) => {
      const stale = ['wallets', 'top-ups', 'home', 'orders', 'settlements', 'settlement-preview', 'claim'];
      await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name, holderId, mode] })));
      showToast(message);
      onClose();
    },
  });
  const submit = () => {
    const { currency } = form.values;
    const amount = readAmount(form.values.amount, currency);
    if (amount === undefined) form.setFieldError('amount', problemOf(form.values.amount, currency));
    else act.mutate({ amount, currency: currency.trim().toUpperCase() });
  };
  return (
    <FormDialog title={title} action={action} act={act} onSubmit={submit} onClose={onClose}>
      <Text>{children(form.values.currency)}</Text>
      <Group grow align="flex-start">
        <TextInput
          label={t('app.amount')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount')}
          error={form.errors.amount ?? fieldProblem(act.error, 'amount')}
        />
        <Autocomplete
          label={t('app.currency')}
          data={[...currencies]}
          filter={stillToType}
          maxLength={currencyLength}
          {...form.getInputProps('currency')}
          error={fieldProblem(act.error, 'currency') !== undefined && t('app.currencyWrong')}
        />
      </Group>
    </FormDialog>
  );
}

/** A currency that is typed already is not offered: the offer would lie over the button. */
const stillToType: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toUpperCase();
  return options.filter((option) => 'value' in option && option.value !== typed && option.value.includes(typed));
};
