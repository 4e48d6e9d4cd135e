/** How far a payout is: its state, where it goes, and when it arrives or did. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MoneyTrace } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ExpectedDay } from '../../ui/expected-day.tsx';
import { Instant } from '../../ui/instant.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

export function PayoutState({ payout }: { payout: NonNullable<MoneyTrace['payout']> }) {
  const t = useStrings();
  const { status, bank_account: bank, expected_on: day, ended_at: end, reason } = payout;
  const facts: { key: string; fact: ReactNode }[] = [
    ...(bank === null ? [] : [{ key: 'bank', fact: bank }]),
    ...(day === null ? [] : [{ key: 'day', fact: <ExpectedDay day={day} /> }]),
    ...(end === null ? [] : [{ key: 'end', fact: <Instant at={end} day /> }]),
    ...(reason === null ? [] : [{ key: 'reason', fact: t('payouts.why', { reason }) }]),
  ];
  return (
    <Group gap="xs" mb={6} fz="sm" c="var(--mantine-color-text)">
      <StateBadge state={status} />
      {facts.map(({ key, fact }) => (
        <Text key={key} span inherit>
          {fact}
        </Text>
      ))}
    </Group>
  );
}
