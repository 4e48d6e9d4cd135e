/** The cards that a customer paid with, the last one first. Nothing for who never used one. */
import { Group, Stack, Text } from '@mantine/core';
import type { Customer } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';

export function CustomerCards({ customer: { cards } }: { customer: Customer }) {
  const t = useStrings();
  if (cards.length === 0) return null;
  return (
    <Panel title={t('customer.cards')}>
      <Stack gap="sm">
        {cards.map(({ last_four: digits, brand, payments, last_used_at: at }) => (
          <Group key={digits} justify="space-between" gap="xs">
            <span>{brand === null ? t('payments.card', { digits }) : `${brand} •••• ${digits}`}</span>
            <Text size="xs" c="dimmed" component="div">
              <Dotted>
                <span>{t('totals.payments', { count: payments })}</span>
                <Instant at={at} day />
              </Dotted>
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
