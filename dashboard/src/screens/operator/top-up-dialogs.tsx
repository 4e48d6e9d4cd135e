/** Confirming that a top-up's money has arrived, and refusing one. */
import { Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OperatorTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { grouped } from '../top-ups/grouped.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { WaitingTransfers } from './waiting-transfers.tsx';

type Props = { topUp: OperatorTopUp; onClose: () => void };

export function ConfirmDialog({ topUp, onClose }: Props) {
  const t = useStrings();
  const format = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const asked = format(topUp.amount, topUp.currency);
  const form = useForm({
    initialValues: { amount: typedAmount(topUp.amount, topUp.currency) },
    validate: { amount: (value) => problemOf(value, topUp.currency) },
  });
  const typed = readAmount(form.values.amount, topUp.currency);
  const amount = typed === undefined ? asked : format(typed, topUp.currency);
  const confirm = useMutation({
    mutationFn: ({ amount: arrived }: { amount: string }) =>
      dataOf(
        api.POST('/api/v1/operator/top-ups/{id}/confirm', {
          params: { path: { id: topUp.topup_id } },
          body: { amount: readAmount(arrived, topUp.currency) ?? topUp.amount },
        }),
      ),
    onSuccess: onClose,
    onError: (error) => {
      form.setErrors(fieldProblems(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={t('op.topUps.confirm.title')}
      action={t('op.topUps.confirm.submit', { amount })}
      onSubmit={form.onSubmit((values) => confirm.mutate(values))}
      onClose={onClose}
      act={confirm}
      isQuestion
    >
      <Text>{t('op.topUps.confirm.text', { amount, name: topUp.holder.name })}</Text>
      <Group gap="xs">
        <Text c="dimmed">{t('op.topUps.reference')}</Text>
        <Copyable
          value={topUp.reference === null ? topUp.topup_id : grouped(topUp.reference)}
          what={t('op.topUps.reference')}
        />
      </Group>
      <WaitingTransfers topUp={topUp} />
      <TextInput
        label={`${t('op.topUps.received')} (${topUp.currency})`}
        description={t('op.topUps.received.hint', { amount: asked })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  );
}

export function RefuseDialog({ topUp, onClose }: Props) {
  const t = useStrings();
  const format = useMoney();
  const { api } = useBook();
  return (
    <ReasonDialog
      title={t('op.topUps.refuse.title')}
      text={t('op.topUps.refuse.text', { amount: format(topUp.amount, topUp.currency), name: topUp.holder.name })}
      label={t('op.topUps.refuse.reason')}
      action={t('op.topUps.refuse')}
      send={(reason) =>
        dataOf(
          api.POST('/api/v1/operator/top-ups/{id}/refuse', {
            params: { path: { id: topUp.topup_id } },
            body: { reason },
          }),
        )
      }
      onClose={onClose}
    />
  );
}
