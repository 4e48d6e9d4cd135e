/** The refunds of a payment, each with its state. */
import { Group, Stack, Text } from '@mantine/core';
import type { PaymentInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import rows from '../../ui/rows.module.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function PaymentRefunds({ refunds }: { refunds: PaymentInFull['refunds'] }) {
  const t = useStrings();
  return (
    <Stack gap={0}>
      {refunds.map((refund) => (
        <Stack key={refund.refund_id} gap={4} className={rows.row ?? ''}>
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <TracedMoney
                trace={`refund:${refund.refund_id}`}
                amount={refund.amount}
                currency={refund.currency}
                fw={600}
              />
              <StateBadge state={refund.status} />
            </Group>
            <Text size="xs" c="dimmed" component="div">
              <Instant at={refund.created_at} />
            </Text>
          </Group>
          {refund.reason !== null && <Text size="sm">{refund.reason}</Text>}
          {refund.failure !== null && (
            <Text size="sm" c="var(--tone-failed)">
              {refund.failure}
            </Text>
          )}
          <Copyable value={refund.refund_id} what={t('payment.refund.id')} />
        </Stack>
      ))}
    </Stack>
  );
}
