/** Makes a rule that books lines with a text. */
import { Group, Select, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { SuggestedBookingRule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { showToast } from '../../ui/toast.ts';
import type { Source } from './types.ts';

/** What is known of the rule before a person fills it in. */
export type RuleDraft = { source: Source } & Partial<SuggestedBookingRule>;

const kinds = ['bank_charge', 'bank_interest', 'rounding'] as const;
const ways = ['both', 'in', 'out'] as const;

type Values = {
  text: string;
  kind: (typeof kinds)[number];
  direction: (typeof ways)[number];
  amount_max: string;
  currency: string;
};
type Form = UseFormReturnType<Values>;

export function BookingRuleDialog({ draft, onClose }: { draft: RuleDraft; onClose: () => void }) {
  const t = useStrings();
  const problemOf = useAmountProblem();
  const form = useForm<Values>({
    initialValues: {
      text: draft.text ?? '',
      kind: draft.kind ?? 'bank_charge',
      direction: draft.direction ?? (draft.text === undefined ? 'out' : 'both'),
      amount_max: draft.amount_max === undefined ? '' : String(draft.amount_max),
      currency: draft.currency ?? '',
    },
  });
  const add = useAdd(form, draft.source, onClose);
  const submit = () => {
    const { amount_max: typed, currency } = form.values;
    const amount = readAmount(typed, currency);
    form.setErrors({ amount_max: problemOf(typed, currency) });
    if (amount !== undefined) add.mutate(amount);
  };
  return (
    <FormDialog
      title={t('recon.rules.add')}
      action={t('recon.rules.add')}
      act={add}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('recon.rules.add.text')}</Text>
      <TextInput
        label={t('recon.rules.text')}
        description={t('recon.rules.text.text')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Group grow align="flex-start">
        <Select
          label={t('recon.rules.kind')}
          data={kinds.map((value) => ({ value, label: t(`code.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        <Select
          label={t('recon.rules.direction')}
          data={ways.map((value) => ({ value, label: t(`recon.rules.direction.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('direction')}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label={t('recon.rules.max')}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('amount_max')}
        />
        <CurrencyInput label={t('app.currency')} {...form.getInputProps('currency')} />
      </Group>
    </FormDialog>
  );
}

function useAdd(form: Form, source: Source, onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (amount: number) => {
      const { text, kind, direction, currency } = form.values;
      const rule = { source, text: oneLine(text), kind, currency: currency.trim().toUpperCase(), amount_max: amount };
      const body = direction === 'both' ? rule : { ...rule, direction };
      return dataOf(api.POST('/api/v1/operator/booking-rules', { body }));
    },
    onSuccess: () => {
      showToast(t('recon.rules.added'));
      onDone();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'reconciliation'] }),
  });
}
