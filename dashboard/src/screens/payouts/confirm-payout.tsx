/** The last look before a payout is requested: what is taken, what arrives, where, and when. */
import { Alert, Button, Card, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { amountOf, thousandthsOf } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { Draft } from './new-payout.tsx';
import { afterPayoutChange } from './queries.ts';
import { useSourceWords } from './source-words.ts';

type Props = { draft: Draft; onBack: () => void; onDone: () => void };

export function ConfirmPayout({ draft, onBack, onDone }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const queries = useQueryClient();
  const { api } = useBook();
  const { source, destination, amount } = draft;
  const request = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/payouts', {
          body: {
            account: source.account,
            beneficiary_ref: source.beneficiary_ref,
            amount,
            currency: source.currency,
            bank_account_id: destination.bank_account_id,
          },
        }),
      ),
    onSuccess: async () => {
      await afterPayoutChange(queries);
      onDone();
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), []);
  const blamed = Object.values(fieldProblems(request.error));
  return (
    <Card withBorder padding="lg" maw={520}>
      <Stack gap="md">
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('payouts.new.confirm')}
        </Title>
        {request.isError &&
          (blamed.length > 0 ? (
            <Alert role="alert" color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
              {blamed.join(' ')}
            </Alert>
          ) : (
            <ProblemNotice error={request.error} />
          ))}
        <Terms draft={draft} />
        {destination.approved_from !== null && new Date(destination.approved_from) > new Date() && (
          <Alert color="yellow" variant="light" icon={<Icon name="clock" />}>
            {t('payouts.new.approvedFrom', {
              when: intl.formatDate(destination.approved_from, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </Alert>
        )}
        <Group wrap="nowrap">
          <Button variant="default" size="md" onClick={onBack}>
            {t('payouts.new.change')}
          </Button>
          <Button size="md" flex={1} loading={request.isPending} onClick={() => request.mutate()}>
            {t('payouts.request')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Terms({ draft: { source, destination, amount } }: { draft: Draft }) {
  const t = useStrings();
  const intl = useIntl();
  const wordsOf = useSourceWords();
  const { currency, fee } = source;
  const net = amountOf(thousandthsOf(amount) - thousandthsOf(fee));
  return (
    <Stack gap="xs">
      <Line label={t('payouts.from')}>{wordsOf(source)}</Line>
      <Line label={t('payouts.to')}>
        {destination.number} · {destination.account_name}
      </Line>
      <Divider />
      <Line label={t('payouts.amount')}>
        <Money amount={amount} currency={currency} />
      </Line>
      <Line label={t('payouts.fee')}>
        {fee === 0 ? t('payouts.new.noFee') : <Money amount={-fee} currency={currency} />}
      </Line>
      <Divider />
      <Line label={t('payouts.arrives')}>
        <Money amount={net} currency={currency} fw={650} fz="lg" />
      </Line>
      <Line label={t('payouts.new.expected')}>
        {intl.formatDate(destination.expected_on, {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          timeZone: 'UTC',
        })}
      </Line>
    </Stack>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" align="baseline" gap="md">
    <Text c="dimmed">{label}</Text>
    <Text component="div" ta="end">
      {children}
    </Text>
  </Group>
);
