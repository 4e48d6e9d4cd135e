/** The newest refunds of a customer's payments. Nothing where there are none. */
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Customer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

export function CustomerRefunds({ customer: { refunds } }: { customer: Customer }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (refunds.length === 0) return null;
  return (
    <Panel title={t('customer.refunds')}>
      <Stack gap="sm">
        {refunds.map((one) => (
          <Stack key={one.refund_id} gap={2}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Link
                to="/h/$holderId/$mode/payments/$id"
                params={{ holderId, mode, id: one.payment_id }}
                style={{ overflowWrap: 'anywhere' }}
              >
                {one.refund_ref}
              </Link>
              <Money amount={one.amount} currency={one.currency} fw={550} />
            </Group>
            <Group justify="space-between" gap="xs">
              <StateBadge state={one.status} />
              <Text size="xs" c="dimmed" component="div">
                <Instant at={one.created_at} day />
              </Text>
            </Group>
          </Stack>
        ))}
      </Stack>
    </Panel>
  );
}
