/** Captures an authorized payment, all of it or a part: it says what happens, and that it happens once. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { PaymentInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showProblemToast, showToast } from '../../ui/toast.ts';
import { useRefreshPayments } from './use-payment.ts';

export function CaptureDialog({ payment, onClose }: { payment: PaymentInFull; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const refresh = useRefreshPayments();
  const problemOf = useAmountProblem();
  const { payment_id: id, amount: authorized, currency } = payment;
  const form = useForm({ initialValues: { amount: typedAmount(authorized, currency) } });
  const capture = useMutation({
    mutationFn: () => {
      const amount = readAmount(form.values.amount, currency);
      const body = amount === undefined ? {} : { amount };
      return dataOf(api.POST('/api/v1/payments/{id}/capture', { params: { path: { id } }, body }));
    },
    onSuccess: async ({ status, capture: captured }) => {
      await refresh();
      if (status === 'authorized') showToast(t('payment.capture.pending'));
      else if (status === 'expired') showProblemToast(t('payment.capture.over'));
      else showToast(t('payment.capture.done', { amount: money(captured?.captured_amount ?? authorized, currency) }));
      onClose();
    },
    // It may have been captured or voided meanwhile: the screen below says so.
    onError: () => refresh(),
  });
  const submit = () => {
    const typed = form.values.amount.trim();
    const problem = problemOf(typed, currency);
    const isTooMuch = problem === null && (readAmount(typed, currency) ?? 0) > authorized;
    if (problem !== null) form.setFieldError('amount', problem);
    else if (isTooMuch) form.setFieldError('amount', t('payment.capture.tooMuch'));
    else capture.mutate();
  };
  return (
    <FormDialog
      title={t('payment.capture.title')}
      action={t('payment.capture')}
      onSubmit={submit}
      onClose={onClose}
      act={capture}
    >
      <Text>{t('payment.capture.text')}</Text>
      <TextInput
        label={t('payment.capture.amount', { currency })}
        description={t('payment.capture.amount.note', { amount: money(authorized, currency) })}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('amount')}
        error={form.errors.amount ?? fieldProblem(capture.error, 'amount')}
      />
    </FormDialog>
  );
}
