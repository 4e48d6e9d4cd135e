/** Records what an acquirer says it paid out, so that the bank's line can be matched with it. */
import { Group, Select, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmount, readAmountOrZero } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useSources } from './sources.ts';

const blank = { source: 'card', reference: '', amount: '', fee: '0', currency: '' };
type Form = UseFormReturnType<typeof blank>;

export function RecordAcquirerPayout({ onClose }: { onClose: () => void }) {
  const t = useStrings();
  const problemOf = useAmountProblem();
  const sources = useSources();
  const form = useForm({ initialValues: blank });
  const record = useRecord(form, onClose);
  const submit = () => {
    const { currency } = form.values;
    const amount = readAmount(form.values.amount, currency);
    const fee = readAmountOrZero(form.values.fee, currency);
    form.setErrors({
      amount: problemOf(form.values.amount, currency),
      fee: problemOf(form.values.fee, currency, true),
    });
    if (amount !== undefined && fee !== undefined) record.mutate({ amount, fee });
  };
  return (
    <FormDialog
      title={t('recon.acquirer.record.title')}
      action={t('recon.acquirer.record')}
      act={record}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('recon.acquirer.record.text')}</Text>
      <Group grow align="flex-start">
        <Select
          label={t('recon.source')}
          data={sources.choices.filter(({ value }) => value !== 'bank')}
          allowDeselect={false}
          {...form.getInputProps('source')}
        />
        <TextInput
          label={t('recon.acquirer.reference')}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reference')}
        />
      </Group>
      <TextInput
        label={t('recon.acquirer.gross')}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('recon.acquirer.fee')}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('fee')}
        />
        <CurrencyInput label={t('app.currency')} {...form.getInputProps('currency')} />
      </Group>
    </FormDialog>
  );
}

function useRecord(form: Form, onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ amount, fee }: { amount: number; fee: number }) => {
      const { source, reference, currency } = form.values;
      const named = { source, reference: reference.trim(), currency: currency.trim().toUpperCase() };
      return dataOf(api.POST('/api/v1/operator/acquirer-payouts', { body: { ...named, amount, fee } }));
    },
    onSuccess: ({ posted }) => {
      showToast(t(posted ? 'recon.acquirer.recorded' : 'recon.acquirer.known'));
      onDone();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}
