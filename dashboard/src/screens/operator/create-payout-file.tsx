/** The form of a payment file: of the selected payouts, or of all approved ones in a currency. It is saved at once. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { CreatedPayoutFile, OperatorPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { filedIdOf, useSavePayoutFile } from './save-payout-file.ts';

const formats = ['pain.001.001.09', 'pain.001.001.03', 'csv'] as const;

type Props = {
  /** None: all approved ones. */
  selected: readonly OperatorPayout[];
  /** What the form begins with. */
  currency: string;
  onClose: (isDone: boolean) => void;
};

export function CreatePayoutFile({ selected, currency, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const save = useSavePayoutFile();
  const form = useForm({
    initialValues: { format: formats[0] as (typeof formats)[number], execution_day: '', currency, again_reason: '' },
  });
  const create = useMutation({
    mutationFn: async ({ again_reason, ...values }: typeof form.values) => {
      const ids = selected.length === 0 ? {} : { payout_ids: selected.map(({ payout_id }) => payout_id) };
      const again = again_reason.trim() === '' ? {} : { again_reason: again_reason.trim() };
      const body = { ...values, currency: values.currency.trim().toUpperCase(), ...ids, ...again };
      const file = await dataOf(api.POST('/api/v1/operator/payout-files', { body }));
      await save(file);
      return file;
    },
    onSuccess: ({ payouts, returns, refunds, notes }) => {
      showToast(t('files.created', { count: payouts + returns + refunds }));
      // Whoever has to know something reads it first.
      if (notes.length === 0) onClose(true);
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  if (create.data !== undefined) return <FileNotes file={create.data} onClose={() => onClose(true)} />;
  return (
    <FormDialog
      title={t('files.create')}
      action={t('files.create')}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={() => onClose(false)}
      act={create}
    >
      <Text c="dimmed">
        {selected.length === 0 ? t('files.create.all.text') : t('files.create.some.text', { count: selected.length })}
      </Text>
      <NativeSelect
        label={t('files.format')}
        data={formats.map((value) => ({ value, label: t(`files.format.${value}`) }))}
        {...form.getInputProps('format')}
      />
      <TextInput type="date" label={t('files.day')} w={190} data-autofocus {...form.getInputProps('execution_day')} />
      <CurrencyInput label={t('files.currency')} w={120} {...form.getInputProps('currency')} />
      {selected.length > 0 && (
        <TextInput
          label={t('files.again')}
          description={t('files.again.text')}
          maxLength={500}
          {...form.getInputProps('again_reason')}
        />
      )}
      {unfitPayouts(create.error).map((words) => (
        <Text key={words} size="sm">
          {words}
        </Text>
      ))}
    </FormDialog>
  );
}

function FileNotes({ file, onClose }: { file: CreatedPayoutFile; onClose: () => void }) {
  const t = useStrings();
  return (
    <Dialog title={t('files.notes.title')} onClose={onClose}>
      <Text c="dimmed">{t('files.notes.text', { count: file.without_address })}</Text>
      {file.notes.map((note) => (
        <Text key={filedIdOf(note)} size="sm" mt="xs">
          {note.message}{' '}
          <Text span size="xs" c="dimmed">
            {filedIdOf(note)}
          </Text>
        </Text>
      ))}
    </Dialog>
  );
}

/** Why payouts can't be in a file: each sentence names its payout. */
const unfitPayouts = (error: unknown): string[] =>
  error === null
    ? []
    : problemOf(error)
        .details.filter(({ field }) => ['payout_ids', 'return_ids', 'refund_ids'].includes(field))
        .map(({ message }) => message);
