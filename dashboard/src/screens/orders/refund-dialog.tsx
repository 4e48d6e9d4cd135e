/**
 * Refunds an order, or reverses shares of one that was charged back: first the terms, then the plan as the service would
 * carry it out, then the act itself.
 */
import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
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

type Props = { act: 'refund' | 'reverse'; order: OrderInFull; trace: OrderTrace; onClose: () => void };

export function RefundDialog({ act, order, trace, onClose }: Props) {
  const t = useStrings();
  const words = dialogs[act];
  const shortRef = (key: string): string => `${words.prefix}-${key.slice(0, refLength)}`;
  const money = useMoney();
  const partyName = usePartyName();
  const refresh = useRefreshOrders();
  const { holderId, mode, api } = useBook();
  const path = words.path.replace('{ref}', encodeURIComponent(order.partner_order_ref));
  const newRef = () => shortRef(nextKeyOf({ holderId, mode }, path));
  /** What is suggested. Whoever types their own changes the field. */
  const [ownRef, setOwnRef] = useState(newRef);
  const [plan, setPlan] = useState<Plan>();
  const parties = partiesOf(trace.splits);
  const problemOf = useAmountProblem();
  const form = useForm<RefundForm>({
    initialValues: {
      amount: '',
      who: 'everyone',
      party: null,
      named: {},
      reason: '',
      ref: ownRef,
    },
  });
  const wrongWords = {
    amount: problemOf(form.values.amount, order.currency),
    party: t('refund.party.wrong'),
    named: t('refund.named.wrong'),
    ref: t('refund.ref.wrong'),
  };
  const send = async (dryRun: boolean) => {
    const read = readRefund(form.values, parties, order.currency);
    if ('wrong' in read) throw new Error('The form was checked before.');
    // A plan is of a new refund, also while nobody knows what became of the last one.
    const planRef = form.values.ref === ownRef ? shortRef(crypto.randomUUID()) : read.body.refund_ref;
    return dataOf(
      api.POST(words.path, {
        params: { path: { ref: order.partner_order_ref } },
        body: dryRun ? { ...read.body, dry_run: true, refund_ref: planRef } : read.body,
      }),
    );
  };
  const show = useMutation({ mutationFn: () => send(true), onSuccess: setPlan });
  const refund = useMutation({
    mutationFn: () => send(false),
    onSuccess: async () => {
      await refresh();
      showToast(t(words.done));
      onClose();
    },
    onError: (error) => {
      if (!isConflict(error) || form.values.ref !== ownRef) return;
      form.setFieldValue('ref', newRef());
      setOwnRef(newRef());
    },
  });
  const showPlan = () => {
    const read = readRefund(form.values, parties, order.currency);
    form.clearErrors();
    if ('wrong' in read)
      form.setErrors(Object.fromEntries(read.wrong.map((name) => [name, wrongWords[name as keyof typeof wrongWords]])));
    else show.mutate();
  };
  const { who } = form.values;
  if (plan !== undefined) {
    return (
      <FormDialog
        title={t(words.planTitle)}
        action={t(words.confirm, { amount: money(plan.amount, plan.currency) })}
        back={t('refund.back')}
        destroys
        size="lg"
        onSubmit={() => refund.mutate()}
        onBack={() => setPlan(undefined)}
        onClose={onClose}
        act={refund}
      >
        <RefundPlan act={act} plan={plan} order={order} trace={trace} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t(words.title, { ref: order.partner_order_ref })}
      action={t(words.plan)}
      size="lg"
      onSubmit={showPlan}
      onClose={onClose}
      act={show}
    >
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
          error={form.errors.amount ?? fieldProblem(show.error, 'amount')}
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
              error={fieldProblem(show.error, `splits[${placesNamed(form.values).indexOf(place)}].amount`)}
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
        error={
          form.errors.ref ?? fieldProblem(show.error, 'refund_ref') ?? (isConflict(show.error) && t('refund.ref.used'))
        }
      />
    </FormDialog>
  );
}
