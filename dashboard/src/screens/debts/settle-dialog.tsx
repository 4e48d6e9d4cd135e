/** Records a debt as repaid, or writes it off: how much of it, and why. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';

export type SettleKind = 'repaid' | 'written_off';

export type Settlement = { amount: number; currency: string; reason: string };
type Props = {
  kind: SettleKind;
  /** What happens, to whom. */
  text: string;
  owed: { amount: number; currency: string };
  send: (body: Settlement) => Promise<{ status: string; amount: number }>;
  onClose: () => void;
};

export function SettleDialog({ kind, text, owed, send, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const { currency } = owed;
  const form = useForm({
    initialValues: { amount: typedAmount(owed.amount, currency), reason: '' },
    validate: { amount: (value) => problemOf(value, currency) },
  });
  const act = useMutation({
    mutationFn: send,
    onSuccess: ({ status, amount }) => {
      const shown = { amount: money(amount, currency) };
      if (status === 'requested') showToast(t('debts.settle.requested', shown));
      else showToast(t(kind === 'repaid' ? 'debts.settle.repaid' : 'debts.settle.writtenOff', shown));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <FormDialog
      title={t(kind === 'repaid' ? 'debts.settle.repaid.title' : 'debts.settle.writeOff.title')}
      action={t(kind === 'repaid' ? 'debts.settle.repaid.act' : 'debts.settle.writeOff.act')}
      destroys={kind === 'written_off'}
      act={act}
      onSubmit={form.onSubmit(({ amount, reason }) =>
        act.mutate({ amount: readAmount(amount, currency) ?? 0, currency, reason: oneLine(reason) }),
      )}
      onClose={onClose}
    >
      <Text>{text}</Text>
      <TextInput
        label={t('debts.settle.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      <ReasonField
        label={t('debts.settle.reason')}
        description={t('debts.settle.reason.text')}
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
