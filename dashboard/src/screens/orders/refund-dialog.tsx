/**
 * Refunds an order, or reverses shares of one that was charged back: first the terms, then the plan as the service would
 * carry it out, then the act itself.
 */
import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { isConflict, nextKeyOf } from '../../api/once.ts';
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { usePartyName } from './party-name.ts';
import { type Plan, RefundPlan } from './refund-plan.tsx';
import { dialogs, partiesOf, placesNamed, type RefundForm, readRefund } from './refund-terms.ts';
import { useRefreshOrders } from './use-order.ts';

const refLength = 8;
const reasonMax = 255;

type Subject = { act: 'refund' | 'reverse'; order: OrderInFull; trace: OrderTrace };

type Props = Subject & {
  /** What the field for it begins with. */
  amount: string | undefined;
  onClose: () => void;
};

export function RefundDialog({ onClose, amount, ...subject }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { act, order } = subject;
  const words = dialogs[act];
  const { form, plan, preview, review, refund, change } = useRefund(subject, amount, onClose);
  if (plan !== undefined) {
    return (
      <FormDialog
        title={t(words.planTitle)}
        action={t(words.confirm, { amount: money(plan.amount, plan.currency) })}
        back={t('refund.back')}
        destroys
        size="lg"
        onSubmit={() => refund.mutate()}
        onBack={change}
        onClose={onClose}
        act={refund}
      >
        <RefundPlan plan={plan} {...subject} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t(words.title, { ref: order.partner_order_ref })}
      action={t(words.plan)}
      size="lg"
      onSubmit={review}
      onClose={onClose}
      act={preview}
    >
      <RefundFields form={form} error={preview.error} {...subject} />
    </FormDialog>
  );
}

type FieldsProps = Subject & {
  form: UseFormReturnType<RefundForm> /** What the service said of the plan. */;
  error: unknown;
};

function RefundFields({ form, error, act, order, trace }: FieldsProps) {
  const t = useStrings();
  const partyName = usePartyName();
  const words = dialogs[act];
  const parties = partiesOf(trace.splits);
  const { who } = form.values;
  return (
    <>
      <Radio.Group label={t(words.who)} {...form.getInputProps('who')}>
        <Stack gap={8} mt={6}>
          {words.bearers.map((value) => (
            <Radio key={value} value={value} label={t(`refund.who.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {who !== 'named' && (
        <TextInput
          label={`${t(words.amount)} (${order.currency})`}
          description={t(words.note)}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount')}
          error={form.errors.amount ?? fieldProblem(error, 'amount')}
        />
      )}
      {who === 'one' && (
        <Select
          label={t('refund.who.party')}
          data={parties.map((party, place) => ({ value: String(place), label: partyName(party) }))}
          {...form.getInputProps('party')}
        />
      )}
      {who === 'named' && (
        <Stack gap="xs">
          {parties.map((party, place) => (
            <TextInput
              key={`${party.beneficiary_type}/${party.beneficiary_ref}`}
              label={`${partyName(party)} (${order.currency})`}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps(`named.${place}`)}
              error={fieldProblem(error, `splits[${placesNamed(form.values).indexOf(place)}].amount`)}
            />
          ))}
          {form.errors.named !== undefined && (
            <Text size="sm" c="var(--tone-failed)" role="alert">
              {form.errors.named}
            </Text>
          )}
        </Stack>
      )}
      <TextInput label={t('refund.reason')} maxLength={reasonMax} {...form.getInputProps('reason')} />
      <TextInput
        label={t(words.ref)}
        description={t(words.refNote)}
        maxLength={reasonMax}
        {...form.getInputProps('ref')}
        error={form.errors.ref ?? fieldProblem(error, 'refund_ref') ?? (isConflict(error) && t('refund.ref.used'))}
      />
    </>
  );
}

/** First the plan of what was typed, then the act itself. */
function useRefund({ act, order, trace }: Subject, amount = '', onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefreshOrders();
  const problemOf = useAmountProblem();
  const words = dialogs[act];
  const suggestion = useSuggestedRef({ act, order });
  const [plan, setPlan] = useState<Plan>();
  const form = useForm<RefundForm>({
    initialValues: { amount, who: 'everyone', party: null, named: {}, reason: '', ref: suggestion.ref },
  });
  const read = () => readRefund(form.values, partiesOf(trace.splits), order.currency);
  const send = async (dryRun: boolean) => {
    const typed = read();
    if ('wrong' in typed) throw new Error('The form was checked before.');
    const { body } = typed;
    // A plan is of a new refund, also while nobody knows what became of the last one.
    const planRef = form.values.ref === suggestion.ref ? suggestion.ofPlan() : body.refund_ref;
    return dataOf(
      api.POST(words.path, {
        params: { path: { ref: order.partner_order_ref } },
        body: dryRun ? { ...body, dry_run: true, refund_ref: planRef } : body,
      }),
    );
  };
  const preview = useMutation({ mutationFn: () => send(true), onSuccess: setPlan });
  const refund = useMutation({
    mutationFn: () => send(false),
    onSuccess: async () => {
      await refresh();
      showToast(t(words.done));
      onDone();
    },
    onError: (error) => {
      if (isConflict(error) && form.values.ref === suggestion.ref) form.setFieldValue('ref', suggestion.renew());
    },
  });
  const review = () => {
    const wrongWords: Record<string, string | null> = {
      amount: problemOf(form.values.amount, order.currency),
      party: t('refund.party.wrong'),
      named: t('refund.named.wrong'),
      ref: t('refund.ref.wrong'),
    };
    const typed = read();
    form.clearErrors();
    if ('wrong' in typed) form.setErrors(Object.fromEntries(typed.wrong.map((name) => [name, wrongWords[name]])));
    else preview.mutate();
  };
  return { form, plan, preview, review, refund, change: () => setPlan(undefined) };
}

/** The reference in the field before anyone types their own. */
function useSuggestedRef({ act, order }: Pick<Subject, 'act' | 'order'>) {
  const { holderId, mode } = useBook();
  const { path, prefix } = dialogs[act];
  const shortened = (key: string): string => `${prefix}-${key.slice(0, refLength)}`;
  const next = () =>
    shortened(nextKeyOf({ holderId, mode }, path.replace('{ref}', encodeURIComponent(order.partner_order_ref))));
  const [ref, setRef] = useState(next);
  return {
    ref,
    ofPlan: () => shortened(crypto.randomUUID()),
    /** After another refund took it. */
    renew: () => {
      const another = next();
      setRef(another);
      return another;
    },
  };
}
