/** Records that cash left a payee's hands: which way, and how much. What is owed from now on is said twice. */
import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { CashHandover, HeldCash } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useLeft } from './use-left.ts';

const kinds = ['handed_over', 'returned', 'owed'] as const;
type Kind = CashHandover['kind'];
type Values = { kind: Kind; amount: string; note: string };

export function RecordDialog({ row, onClose }: { row: HeldCash; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { form, record } = useRecord(row, onClose);
  const { beneficiary_name: name, currency, held, waiting } = row;
  const { kind, amount } = form.values;
  const owed = readAmount(amount, currency);
  return (
    <FormDialog
      title={t('cash.record.title', { name })}
      action={t(`cash.record.act.${kind}`)}
      destroys={kind === 'owed'}
      act={record}
      onSubmit={form.onSubmit((values) => record.mutate(values))}
      onClose={onClose}
    >
      <Text>
        {t(waiting > 0 ? 'cash.record.heldWaiting' : 'cash.record.held', {
          name,
          amount: money(held, currency),
          waiting: money(waiting, currency),
        })}
      </Text>
      <Radio.Group label={t('cash.record.kind')} {...form.getInputProps('kind')}>
        <Stack gap="sm" mt="xs">
          {kinds.map((one) => (
            <Radio
              key={one}
              value={one}
              {...(one === kind ? { 'data-autofocus': true } : {})}
              label={t(`cash.record.${one}`)}
              description={t(`cash.record.${one}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('cash.record.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        {...form.getInputProps('amount')}
      />
      <ReasonField
        label={t('cash.record.note')}
        description={t('cash.record.note.text')}
        {...form.getInputProps('note')}
      />
      {kind === 'owed' && (
        <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />}>
          {t('cash.record.owed.warning', { name, amount: money(owed ?? held, currency) })}
        </Alert>
      )}
    </FormDialog>
  );
}

function useRecord(row: HeldCash, onClose: () => void) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const { beneficiary_ref: ref, beneficiary_name: name, currency, held } = row;
  const { left, tooMuch } = useLeft(row);
  const form = useForm<Values>({
    // What waits is confirmed or declined, and not recorded again.
    initialValues: { kind: 'handed_over', amount: typedAmount(left > 0 ? left : held, currency), note: '' },
    validate: { amount: (typed) => problemOf(typed, currency) ?? tooMuch(typed, held) },
  });
  const record = useMutation({
    mutationFn: ({ kind, amount, note }: Values) => {
      const said = oneLine(note);
      return dataOf(
        api.POST('/api/v1/cash/handovers', {
          body: {
            beneficiary_ref: ref,
            currency,
            kind,
            amount: readAmount(amount, currency) ?? 0,
            ...(said === '' ? {} : { note: said }),
          },
        }),
      );
    },
    onSuccess: ({ kind, amount }) => {
      showToast(t(`cash.recorded.${kind}`, { name, amount: money(amount, currency) }));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries(),
  });
  return { form, record };
}
