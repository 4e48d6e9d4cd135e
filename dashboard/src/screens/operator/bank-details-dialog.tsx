/** The form of the account for one currency. */
import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OperatorBankDetails } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';

/** What payment files need, with the most characters. */
const forFiles = [
  ['account_number', 50],
  ['bank_code', 30],
  ['town', 140],
  ['country', 2],
] as const;

type Props = {
  /** Undefined: of a currency that has none. */
  before: OperatorBankDetails | undefined;
  onClose: () => void;
};

export function BankDetailsDialog({ before, onClose }: Props) {
  const t = useStrings();
  const { form, save } = useBankDetailsForm({ before, onClose });
  return (
    <FormDialog
      title={before === undefined ? t('op.bank.add.title') : t('op.bank.edit.title', { currency: before.currency })}
      action={t('op.bank.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      {before !== undefined && <Text>{t('op.bank.edit.text', { currency: before.currency })}</Text>}
      {before === undefined && (
        <CurrencyInput label={t('op.bank.currency')} w={120} data-autofocus {...form.getInputProps('currency')} />
      )}
      <TextInput
        label={t('op.bank.holder')}
        maxLength={140}
        autoComplete="off"
        {...form.getInputProps('account_holder')}
      />
      <TextInput label={t('op.bank.iban')} maxLength={50} autoComplete="off" {...form.getInputProps('iban')} />
      <TextInput
        label={t('op.bank.bic')}
        description={t('op.bank.optional')}
        maxLength={20}
        autoComplete="off"
        {...form.getInputProps('bic')}
      />
      <TextInput
        label={t('op.bank.bank')}
        description={t('op.bank.optional')}
        maxLength={140}
        {...form.getInputProps('bank_name')}
      />
      <Textarea
        label={t('op.bank.other')}
        description={t('op.bank.other.hint')}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('other')}
      />
      <Text c="dimmed">{t('op.bank.files.text')}</Text>
      {forFiles.map(([name, lengthMax]) => (
        <TextInput
          key={name}
          label={t(`op.bank.${name}`)}
          description={t('op.bank.optional')}
          maxLength={lengthMax}
          autoComplete="off"
          {...form.getInputProps(name)}
        />
      ))}
    </FormDialog>
  );
}

function useBankDetailsForm({ before, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      currency: before?.currency ?? '',
      account_holder: before?.account_holder ?? '',
      iban: before?.iban ?? '',
      bic: before?.bic ?? '',
      bank_name: before?.bank_name ?? '',
      other: before?.other ?? '',
      account_number: before?.account_number ?? '',
      bank_code: before?.bank_code ?? '',
      town: before?.town ?? '',
      country: before?.country ?? '',
    },
  });
  const save = useMutation({
    mutationFn: ({ currency, ...body }: typeof form.values) =>
      dataOf(
        api.PUT('/api/v1/operator/bank-details/{currency}', {
          params: { path: { currency: currency.trim().toUpperCase() || '-' } },
          body,
        }),
      ),
    onSuccess: () => {
      showToast(t('op.bank.saved'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return { form, save };
}
