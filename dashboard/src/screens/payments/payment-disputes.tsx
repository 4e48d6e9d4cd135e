/** The disputes of a payment: who has the money. Nothing where there are none. */
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PaymentInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import rows from '../../ui/rows.module.css';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function PaymentDisputes({ disputes }: { disputes: PaymentInFull['disputes'] }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  if (disputes.length === 0) return null;
  return (
    <Panel title={t('payment.disputes')}>
      {disputes.map((dispute) => (
        <Stack key={dispute.dispute} gap={4} className={rows.row ?? ''}>
          <Group justify="space-between" gap="xs">
            <TracedMoney
              trace={`dispute:${dispute.dispute}`}
              amount={dispute.amount}
              currency={dispute.currency}
              fw={600}
            />
            <Text size="xs" c="dimmed" component="div">
              <Instant at={dispute.updated_at} />
            </Text>
          </Group>
          <Text size="sm">{t(`payment.dispute.${dispute.outcome}`)}</Text>
          <Group gap="md">
            <Link to="/h/$holderId/$mode/disputes/$id" params={{ holderId, mode, id: dispute.dispute }}>
              {t('payment.dispute.open')}
            </Link>
            <Copyable value={dispute.dispute} what={t('payment.dispute')} />
          </Group>
        </Stack>
      ))}
    </Panel>
  );
}
