/** Refunds a payment: first how much, then the plan as the service would carry it out, then the refund itself. */
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { nextKeyOf } from '../../api/once.ts';
import type { PaymentInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount } from '../../ui/decimal.ts';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showProblemToast, showToast } from '../../ui/toast.ts';
import { type Plan, RefundPlan } from './refund-plan.tsx';
import { useRefreshPayments } from './use-payment.ts';

const reasonMax = 255;

type Props = {
  payment: PaymentInFull;
  /** What the field for it begins with. */
  amount: string | undefined;
  onClose: () => void;
};

export function RefundDialog({ payment, amount, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { form, plan, preview, review, refund, change } = useRefund(payment, amount, onClose);
  const { currency, refundable_amount: left } = payment;
  if (plan !== undefined) {
    return (
      <FormDialog
        title={t('payRefund.plan')}
        action={t('payRefund.confirm', { amount: money(plan.amount, plan.currency) })}
        back={t('payRefund.back')}
        destroys
        onSubmit={() => refund.mutate()}
        onBack={change}
        onClose={onClose}
        act={refund}
      >
        <RefundPlan plan={plan} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t('payRefund.title')}
      action={t('payRefund.show')}
      onSubmit={review}
      onClose={onClose}
      act={preview}
    >
      <TextInput
        label={t('payRefund.amount', { currency })}
        description={t('payRefund.amount.note', { left: money(left, currency) })}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('amount')}
        error={form.errors.amount ?? fieldProblem(preview.error, 'amount')}
      />
      <TextInput
        label={t('payRefund.reason')}
        description={t('payRefund.reason.note')}
        maxLength={reasonMax}
        {...form.getInputProps('reason')}
        error={fieldProblem(preview.error, 'reason')}
      />
    </FormDialog>
  );
}

/** First the plan of what was typed, then the refund itself. */
function useRefund({ payment_id: id, currency }: PaymentInFull, amount = '', onDone: () => void) {
  const t = useStrings();
  const money = useMoney();
  const { holderId, mode, api } = useBook();
  const refresh = useRefreshPayments();
  const problemOf = useAmountProblem();
  const [plan, setPlan] = useState<Plan>();
  const form = useForm({ initialValues: { amount, reason: '' } });
  const send = (dryRun: boolean) => {
    const amount = readAmount(form.values.amount, currency);
    const reason = form.values.reason.trim();
    return dataOf(
      api.POST('/api/v1/payments/{id}/refunds', {
        params: { path: { id } },
        body: {
          // A plan is of a new refund, also while nobody knows what became of the last one.
          refund_ref: dryRun ? crypto.randomUUID() : nextKeyOf({ holderId, mode }, `/api/v1/payments/${id}/refunds`),
          ...(amount === undefined ? {} : { amount }),
          ...(reason === '' ? {} : { reason }),
          ...(dryRun ? { dry_run: true } : {}),
        },
      }),
    );
  };
  const preview = useMutation({ mutationFn: () => send(true), onSuccess: setPlan });
  const refund = useMutation({
    mutationFn: () => send(false),
    onSuccess: async ({ status, amount }) => {
      await refresh();
      const words = t(`payRefund.done.${status}`, { amount: money(amount, currency) });
      if (status === 'failed') showProblemToast(words);
      else showToast(words);
      onDone();
    },
  });
  const review = () => {
    const typed = form.values.amount.trim();
    const problem = typed === '' ? null : problemOf(typed, currency);
    if (problem !== null) form.setFieldError('amount', problem);
    else preview.mutate();
  };
  return { form, plan, preview, review, refund, change: () => setPlan(undefined) };
}
