/**
 * Taking a credited top-up back, with what that takes from the balance and what it leaves as a debt before it is done. With a
 * line of the bank it takes what the line says, and the two are matched.
 */
import { Alert, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OperatorTopUp, StatementLine, TopUpReversal } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';

type Props = {
  topUp: Pick<OperatorTopUp, 'topup_id' | 'amount' | 'currency' | 'holder'>;
  line?: Pick<StatementLine, 'line_id' | 'amount'> | undefined;
  onClose: () => void;
};

export function TakeBackDialog({ topUp, line, onClose }: Props) {
  const t = useStrings();
  const format = useMoney();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const { currency, topup_id: id } = topUp;
  const form = useForm({
    initialValues: { amount: typedAmount(line === undefined ? topUp.amount : -line.amount, currency), reason: '' },
    validate: { amount: (value) => problemOf(value, currency) },
  });
  const amount = readAmount(form.values.amount, currency);
  const send = (body: { amount: number; reason: string; dry_run: boolean; line_id?: number }) =>
    dataOf(api.POST('/api/v1/operator/top-ups/{id}/reverse', { params: { path: { id } }, body }));
  const plan = useQuery({
    queryKey: ['operator', 'top-up-reversal', holderId, mode, id, amount],
    queryFn: () => send({ amount: amount as number, reason: 'Preview', dry_run: true }),
    enabled: amount !== undefined && amount > 0 && amount <= topUp.amount,
    retry: false,
  });
  const takeBack = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      send({
        ...{ amount: amount as number, reason: oneLine(reason), dry_run: false },
        ...(line === undefined ? {} : { line_id: line.line_id }),
      }),
    onSuccess: ({ waits }) => {
      showToast(t(waits ? 'op.topUps.takeBack.requested' : 'op.topUps.takeBack.done'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={t('op.topUps.takeBack.title')}
      action={t(plan.data?.waits ? 'op.topUps.takeBack.request' : 'op.topUps.takeBack.submit', {
        amount: format(amount ?? topUp.amount, currency),
      })}
      destroys
      onSubmit={form.onSubmit((values) => takeBack.mutate(values))}
      onClose={onClose}
      act={takeBack}
    >
      <Text>{t('op.topUps.takeBack.text', { amount: format(topUp.amount, currency), name: topUp.holder.name })}</Text>
      {line === undefined ? (
        <TextInput
          label={`${t('op.topUps.takeBack.amount')} (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          {...form.getInputProps('amount')}
        />
      ) : (
        <Text>{t('op.topUps.takeBack.line', { amount: format(-line.amount, currency) })}</Text>
      )}
      <Reason {...form.getInputProps('reason')} />
      {plan.isError && <ProblemNotice error={plan.error} />}
      {plan.data !== undefined && <Plan plan={plan.data} />}
    </FormDialog>
  );
}

function Reason(props: object) {
  const t = useStrings();
  return (
    <Textarea
      label={t('op.topUps.takeBack.reason')}
      description={t('op.topUps.takeBack.reason.hint')}
      required
      withAsterisk={false}
      maxLength={255}
      autosize
      minRows={2}
      {...props}
    />
  );
}

/** What it would take from the balance, and what it would leave as a debt. */
function Plan({ plan }: { plan: TopUpReversal }) {
  const t = useStrings();
  const format = useMoney();
  const { currency, balance, taken_amount: taken, owed_amount: owed } = plan;
  return (
    <>
      <Alert color={owed > 0 ? 'yellow' : 'blue'} variant="light">
        {t(owed > 0 ? 'op.topUps.takeBack.owed' : 'op.topUps.takeBack.covered', {
          balance: format(balance ?? 0, currency),
          taken: format(taken, currency),
          owed: format(owed, currency),
        })}
      </Alert>
      {plan.waits && <Text>{t('op.topUps.takeBack.waits')}</Text>}
    </>
  );
}
