/** Captures an authorized order, all of it or a part: first how much, then the shares of it as the service would credit them. */
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { usePartyName } from './party-name.ts';
import { useRefreshOrders } from './use-order.ts';

type Plan = { captured_amount: number; splits: readonly { amount: number }[] };

export function CaptureDialog({
  order,
  trace,
  onClose,
}: {
  order: OrderInFull;
  trace: OrderTrace;
  onClose: () => void;
}) {
  const t = useStrings();
  const money = useMoney();
  const partyName = usePartyName();
  const { form, plan, preview, review, capture, change } = useCapture(order, onClose);
  const { currency, order_amount: authorized, partner_order_ref: ref } = order;
  if (plan !== undefined) {
    return (
      <FormDialog
        title={t('order.capture.plan')}
        action={t('order.capture.confirm', { amount: money(plan.captured_amount, currency) })}
        back={t('refund.back')}
        onSubmit={() => capture.mutate()}
        onBack={change}
        onClose={onClose}
        act={capture}
      >
        <Text>{t('order.capture.shares')}</Text>
        <Stack gap={6}>
          {trace.splits.map((split, place) => (
            <Group key={place.toString()} justify="space-between" wrap="nowrap">
              <span>{partyName(split)}</span>
              <Money amount={plan.splits[place]?.amount ?? 0} currency={currency} />
            </Group>
          ))}
        </Stack>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t('order.capture.title', { ref })}
      action={t('order.capture.show')}
      onSubmit={review}
      onClose={onClose}
      act={preview}
    >
      <Text>{t('order.capture.text')}</Text>
      <TextInput
        label={t('order.capture.amount', { currency })}
        description={t('order.capture.amount.note', { amount: money(authorized, currency) })}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('amount')}
        error={form.errors.amount ?? fieldProblem(preview.error, 'amount')}
      />
    </FormDialog>
  );
}

/** First the plan of what was typed, then the capture itself. */
function useCapture({ partner_order_ref: ref, order_amount: authorized, currency }: OrderInFull, onDone: () => void) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const refresh = useRefreshOrders();
  const problemOf = useAmountProblem();
  const [plan, setPlan] = useState<Plan>();
  const form = useForm({ initialValues: { amount: typedAmount(authorized, currency) } });
  const send = (dryRun: boolean) => {
    const amount = readAmount(form.values.amount, currency);
    const body = { ...(amount === undefined ? {} : { amount }), ...(dryRun ? { dry_run: true } : {}) };
    return dataOf(api.POST('/api/v1/orders/{ref}/capture', { params: { path: { ref } }, body }));
  };
  const preview = useMutation({
    mutationFn: () => send(true),
    onSuccess: (shown) => {
      if ('dry_run' in shown) setPlan(shown);
    },
  });
  const capture = useMutation({
    mutationFn: () => send(false),
    onSuccess: async (shown) => {
      await refresh();
      const captured = 'dry_run' in shown ? null : (shown.capture?.captured_amount ?? null);
      if (captured === null) showToast(t('order.capture.pending'));
      else showToast(t('order.done.capture', { amount: money(captured, currency) }));
      onDone();
    },
    // It may have been captured or canceled meanwhile: the screen below says so.
    onError: () => refresh(),
  });
  const review = () => {
    const problem = problemOf(form.values.amount.trim(), currency);
    if (problem !== null) form.setFieldError('amount', problem);
    else preview.mutate();
  };
  return { form, plan, preview, review, capture, change: () => setPlan(undefined) };
}
