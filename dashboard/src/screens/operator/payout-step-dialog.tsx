/** One step for one or many payouts: what it does, to which of them, and afterwards what became of each. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OperatorPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { Flag } from '../../ui/flag.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { sumsOf } from '../../ui/sums.ts';
import { showToast } from '../../ui/toast.ts';
import classes from './operator.module.css';
import { givesBack, type Step } from './payout-data.ts';
import { AccountPast, PayoutFlags } from './payout-flags.tsx';

type Props = { step: Step; payouts: readonly OperatorPayout[]; onClose: () => void };

export function PayoutStepDialog(props: Props) {
  const { step, payouts, onClose } = props;
  const t = useStrings();
  const [reason, setReason] = useState('');
  const take = useTake(props);
  if (take.data !== undefined) return <Outcome payouts={payouts} results={take.data.results} onClose={onClose} />;
  return (
    <FormDialog
      title={t(`op.payouts.step.${step}.title`, { count: payouts.length })}
      action={t(`op.payouts.step.${step}`)}
      destroys={givesBack(step)}
      isQuestion={!givesBack(step)}
      size="lg"
      onSubmit={() => take.mutate(reason)}
      onClose={onClose}
      act={take}
    >
      <Text c="dimmed">{t(`op.payouts.step.${step}.text`)}</Text>
      <PayoutItems payouts={payouts} noteOf={(payout) => <Notes payout={payout} />} />
      {payouts.length > 1 && (
        <Group justify="flex-end" gap="md">
          <Text c="dimmed">{t('op.payouts.total')}</Text>
          {sumsOf(payouts, ({ amount }) => amount).map(({ currency, amount }) => (
            <Money key={currency} amount={amount} currency={currency} fw={600} />
          ))}
        </Group>
      )}
      {givesBack(step) && (
        <TextInput
          label={t('op.payouts.reason')}
          description={t('op.payouts.reason.text')}
          maxLength={255}
          value={reason}
          error={fieldProblem(take.error, 'reason')}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

const Notes = ({ payout }: { payout: OperatorPayout }) => (
  <>
    <AccountPast payout={payout} />
    <PayoutFlags payout={payout} />
  </>
);

/** Takes the step for all of them; the dialog stays open if some are refused. */
function useTake({ step, payouts, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      const ids = payouts.map(({ payout_id }) => payout_id);
      const body = { payout_ids: ids, ...(givesBack(step) && reason.trim() !== '' ? { reason: reason.trim() } : {}) };
      return dataOf(api.POST(`/api/v1/operator/payouts/${step}`, { body }));
    },
    onSuccess: ({ results }) => {
      if (results.some(({ error }) => error !== null)) return;
      showToast(t(`op.payouts.done.${step}`, { count: results.length }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

type Results = NonNullable<ReturnType<typeof useTake>['data']>['results'];

function Outcome({ payouts, results, onClose }: Omit<Props, 'step'> & { results: Results }) {
  const t = useStrings();
  const done = results.filter(({ error }) => error === null).length;
  const noteOf = ({ payout_id: id }: OperatorPayout) => {
    const error = results.find((one) => one.payout_id === id)?.error;
    return <Flag tone={error === null ? 'done' : 'failed'}>{error?.message ?? t('op.payouts.result.done')}</Flag>;
  };
  return (
    <Dialog title={t('op.payouts.result.title', { done, count: payouts.length })} onClose={onClose} size="lg">
      <Stack gap="md">
        <PayoutItems payouts={payouts} noteOf={noteOf} />
        <Group justify="flex-end">
          <Button onClick={onClose} autoFocus>
            {t('app.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type ItemsProps = { payouts: readonly OperatorPayout[]; noteOf: (payout: OperatorPayout) => ReactNode };

const PayoutItems = ({ payouts, noteOf }: ItemsProps) => (
  <ul className={classes.items}>
    {payouts.map((payout) => (
      <li key={payout.payout_id} className={classes.item}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={550} truncate>
            {payout.payee.name}
          </Text>
          <Money amount={payout.amount} currency={payout.currency} fw={550} />
        </Group>
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {payout.bank_account.account_name} {payout.bank_account.number}
          </Text>
          {noteOf(payout)}
        </Group>
      </li>
    ))}
  </ul>
);
