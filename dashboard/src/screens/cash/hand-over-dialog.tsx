/** A payee records that it handed cash over to a company, which then confirms it. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OwnHeldCash } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useLeft } from './use-left.ts';

export function HandOverDialog({ held: row, onClose }: { held: OwnHeldCash; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const { left, tooMuch } = useLeft(row);
  const { beneficiary_ref: ref, company, currency } = row;
  const form = useForm({
    initialValues: { amount: typedAmount(left, currency), note: '' },
    validate: { amount: (typed) => problemOf(typed, currency) ?? tooMuch(typed, left) },
  });
  const handOver = useMutation({
    mutationFn: ({ amount, note }: typeof form.values) => {
      const said = oneLine(note);
      const body = { beneficiary_ref: ref, currency, amount: readAmount(amount, currency) ?? 0 };
      return dataOf(
        api.POST('/api/v1/earnings/cash/handovers', { body: said === '' ? body : { ...body, note: said } }),
      );
    },
    onSuccess: ({ amount }) => {
      showToast(t('ownCash.recorded', { amount: money(amount, currency), company }));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <FormDialog
      title={t('ownCash.dialog.title')}
      action={t('ownCash.dialog.act')}
      act={handOver}
      onSubmit={form.onSubmit((values) => handOver.mutate(values))}
      onClose={onClose}
    >
      <Text>{t('ownCash.dialog.text', { company })}</Text>
      <TextInput
        label={t('cash.record.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <ReasonField
        label={t('cash.record.note')}
        description={t('ownCash.dialog.note.text', { company })}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
