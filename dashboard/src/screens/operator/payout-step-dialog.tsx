/** One step for one or many payouts: what it does, to which of them, and afterwards what became of each. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { told } from '../../ui/told.ts';
import classes from './operator.module.css';
import { givesBack, type PayoutRow, type Step, totalsOf } from './payout-data.ts';
import { PayoutFlags } from './payout-flags.tsx';

type Props = { step: Step; payouts: readonly PayoutRow[]; onClose: () => void };

export function PayoutStepDialog({ step, payouts, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const take = useMutation({
    mutationFn: async () => {
      const ids = payouts.map(({ payout_id }) => payout_id);
      const body = { payout_ids: ids, ...(givesBack(step) && reason.trim() !== '' ? { reason: reason.trim() } : {}) };
      return dataOf(api.POST(`/api/v1/operator/payouts/${step}`, { body }));
    },
    onSuccess: ({ results }) => {
      if (results.some(({ error }) => error !== null)) return;
      told(t('op.payouts.result.title', { done: results.length, count: results.length }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const results = take.data?.results;
  const done = results?.filter(({ error }) => error === null).length ?? 0;
  const blamed = take.isError ? problemOf(take.error).details.find(({ field }) => field === 'reason') : undefined;
  const title =
    results === undefined
      ? t(`op.payouts.step.${step}.title`, { count: payouts.length })
      : t('op.payouts.result.title', { done, count: payouts.length });
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('app.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!take.isPending) take.mutate();
        }}
      >
        <Stack gap="md">
          {results === undefined && <Text c="dimmed">{t(`op.payouts.step.${step}.text`)}</Text>}
          {take.isError && blamed === undefined && <ProblemNotice error={take.error} />}
          <ul className={classes.items}>
            {payouts.map((payout) => {
              const error = results?.find((one) => one.payout_id === payout.payout_id)?.error;
              return (
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
                    {results === undefined ? (
                      <PayoutFlags payout={payout} />
                    ) : (
                      <Flag tone={error === null ? 'done' : 'failed'}>
                        {error?.message ?? t('op.payouts.result.done')}
                      </Flag>
                    )}
                  </Group>
                </li>
              );
            })}
          </ul>
          {results === undefined && payouts.length > 1 && (
            <Group justify="flex-end" gap="md">
              {totalsOf(payouts).map(({ currency, amount }) => (
                <Money key={currency} amount={amount} currency={currency} fw={600} />
              ))}
            </Group>
          )}
          {results === undefined && givesBack(step) && (
            <TextInput
              label={t('op.payouts.reason')}
              description={t('op.payouts.reason.text')}
              maxLength={255}
              value={reason}
              error={blamed?.message}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            {results === undefined ? (
              <>
                <Button variant="default" onClick={onClose}>
                  {t('app.cancel')}
                </Button>
                <Button
                  type="submit"
                  loading={take.isPending}
                  {...(givesBack(step) ? { color: 'danger' } : {})}
                  data-autofocus={givesBack(step) ? undefined : true}
                >
                  {t(`op.payouts.step.${step}`)}
                </Button>
              </>
            ) : (
              <Button onClick={onClose} autoFocus>
                {t('app.close')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
