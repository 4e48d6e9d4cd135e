/** Books what no transfer explains of a line: a charge of the bank, interest, a rounding difference, or money set aside. */
import { Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';

const kinds = ['bank_charge', 'bank_interest', 'rounding', 'set_aside'] as const;
type Values = { kind: (typeof kinds)[number]; reason: string };

export function BookDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const t = useStrings();
  const format = useMoney();
  const { form, book } = useBooking(line, onClose);
  const { kind } = form.values;
  return (
    <FormDialog
      title={t('recon.book.title', { amount: format(line.open_amount, line.currency) })}
      action={t('recon.book.do')}
      onSubmit={form.onSubmit((values) => book.mutate(values))}
      onClose={onClose}
      act={book}
    >
      <Stack gap="md">
        <Radio.Group label={t('recon.book.kind')} {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            {kinds.map((one) => (
              <Radio
                key={one}
                value={one}
                {...(one === kind ? { 'data-autofocus': true } : {})}
                label={t(`code.${one}`)}
                description={t(`recon.book.${one}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <ReasonField
          label={t('recon.book.reason')}
          description={t('recon.book.reason.text')}
          required={kind === 'set_aside'}
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  );
}

function useBooking(line: StatementLine, onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: { kind: line.open_amount < 0 ? 'bank_charge' : 'set_aside', reason: '' },
    validate: {
      reason: (reason, { kind }) =>
        kind === 'set_aside' && oneLine(reason) === '' ? t('recon.book.reason.missing') : null,
    },
  });
  const book = useMutation({
    mutationFn: ({ kind, reason: typed }: Values) => {
      const reason = oneLine(typed);
      return dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/match', {
          params: { path: { id: String(line.line_id) } },
          body: { transfers: [], difference: kind, ...(reason === '' ? {} : { reason }) },
        }),
      );
    },
    onSuccess: () => {
      showToast(t('recon.book.done'));
      onDone();
    },
    onError: (error) => {
      const { difference, ...problems } = fieldProblems(error);
      form.setErrors({ ...problems, ...(difference === undefined ? {} : { kind: difference }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return { form, book };
}
