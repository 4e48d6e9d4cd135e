/** Every attempt to pay, with the reason why one failed. */
import { Group, Stack, Text } from '@mantine/core';
import type { PaymentInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import rows from '../../ui/rows.module.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useErrorWords } from './error-words.ts';
import { useMethodWords } from './payment-words.ts';

export function PaymentAttempts({ attempts }: Pick<PaymentInFull, 'attempts'>) {
  const t = useStrings();
  const methodWords = useMethodWords();
  const errorWords = useErrorWords();
  if (attempts.length === 0) {
    return <Text c="dimmed">{t('payment.attempts.empty')}</Text>;
  }
  return (
    <Stack gap={0}>
      {attempts.map((attempt) => (
        <Stack key={attempt.number} gap={2} className={rows.row ?? ''}>
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <Text fw={550}>{methodWords(attempt)}</Text>
              <StateBadge state={attempt.status} />
            </Group>
            <Text size="xs" c="dimmed" component="div">
              <Instant at={attempt.created_at} />
            </Text>
          </Group>
          {attempt.error !== null && (
            <Text size="sm" c="dimmed">
              {errorWords(attempt.error)}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
