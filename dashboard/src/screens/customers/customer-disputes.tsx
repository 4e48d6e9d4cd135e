/** The disputes of a customer, open ones first. Nothing where there are none. */
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { Customer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DisputeBadge } from '../disputes/dispute-badge.tsx';

const shownMax = 5;

export function CustomerDisputes({ customer: { customer_id: customer } }: { customer: Customer }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['disputes', holderId, mode, 'customer', customer],
    queryFn: async () => {
      const [open, closed] = await Promise.all(
        (['open', 'closed'] as const).map((status) =>
          pageOf(api.GET('/api/v1/disputes', { params: { query: { status, customer, limit: shownMax } } })),
        ),
      );
      return [...(open?.data ?? []), ...(closed?.data ?? [])];
    },
  });
  const disputes = query.data ?? [];
  if (disputes.length === 0) return null;
  return (
    <Panel title={t('dispute.title')}>
      <Stack gap="sm">
        {disputes.map((one) => (
          <Stack key={one.dispute_id} gap={2}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Link
                to="/h/$holderId/$mode/disputes/$id"
                params={{ holderId, mode, id: one.dispute_id }}
                style={{ overflowWrap: 'anywhere' }}
              >
                {one.description ?? one.payment_id}
              </Link>
              <Money amount={one.amount} currency={one.currency} fw={550} />
            </Group>
            <Group justify="space-between" gap="xs">
              <DisputeBadge status={one.status} />
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
