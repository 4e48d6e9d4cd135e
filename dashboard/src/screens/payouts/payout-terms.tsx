/** What a payout costs, what arrives, where and when. */
import { Divider, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useStrings } from '../../strings/strings.tsx';
import { amountOf, thousandthsOf } from '../../ui/decimal.ts';
import { Money } from '../../ui/money.tsx';
import type { Draft } from './new-payout.tsx';
import { useSourceWords } from './source-words.ts';
import type { Destination, Source } from './types.ts';

export function PayoutTerms({ draft: { source, destination, amount } }: { draft: Draft }) {
  const t = useStrings();
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
      <FeeLine source={source} />
      <Divider />
      <Line label={t('payouts.arrives')}>
        <Money amount={net} currency={currency} fw={650} fz="lg" />
      </Line>
      <ArrivalLine source={source} destination={destination} />
    </Stack>
  );
}

/** What is known before an amount is. */
export const TermsAhead = ({ source, destination }: { source: Source; destination: Destination }) => (
  <Stack gap={4} fz="sm">
    <FeeLine source={source} />
    <ArrivalLine source={source} destination={destination} />
  </Stack>
);

function FeeLine({ source: { fee, currency } }: { source: Source }) {
  const t = useStrings();
  return (
    <Line label={t('payouts.fee')}>
      {fee === 0 ? t('payouts.new.noFee') : <Money amount={-fee} currency={currency} />}
    </Line>
  );
}

function ArrivalLine({ source, destination }: { source: Source; destination: Destination }) {
  const t = useStrings();
  const intl = useIntl();
  const arrival = source.arrivals.find((one) => one.bank_account_id === destination.bank_account_id);
  if (arrival === undefined) return null;
  return (
    <Line label={t('payouts.new.expected')}>
      {intl.formatDate(arrival.expected_on, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}
    </Line>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" align="baseline" gap="md">
    <Text c="dimmed" inherit>
      {label}
    </Text>
    <Text component="div" ta="end" inherit>
      {children}
    </Text>
  </Group>
);
