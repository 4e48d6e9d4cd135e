/** The refunds of an order, and the payments and disputes behind it; nothing of what it has none of. */
import { Group, Stack, Text } from '@mantine/core';
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import rows from '../../ui/rows.module.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function OrderRefunds({ order }: { order: OrderInFull }) {
  const t = useStrings();
  if (order.refunds.length === 0) return null;
  return (
    <Panel title={t('order.refunds')}>
      {order.refunds.map((refund) => (
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
              {refund.kind === 'reversal' && <Text size="sm">{t('order.refund.reversal')}</Text>}
            </Group>
            <Text size="xs" c="dimmed" component="div">
              <Instant at={refund.created_at} />
            </Text>
          </Group>
          {refund.reason !== null && <Text size="sm">{refund.reason}</Text>}
          {refund.failure !== null && (
            <Text size="sm" c="var(--tone-failed)">
              {refund.failure === 'dispute_won' ? t('order.refund.disputeWon') : refund.failure}
            </Text>
          )}
          <Group gap={6} fz="xs" c="dimmed">
            {t('order.refund.ref')} <Copyable value={refund.refund_ref} what={t('order.refund.ref')} />
          </Group>
        </Stack>
      ))}
    </Panel>
  );
}

export function OrderPayments({ order, trace }: { order: OrderInFull; trace: OrderTrace }) {
  const t = useStrings();
  const isUnpaid = order.payment_method === 'service' && order.paid_at === null;
  return (
    <>
      {(trace.payments.length > 0 || isUnpaid) && (
        <Panel title={t('order.payments')}>
          {trace.payments.length === 0 && <Text c="dimmed">{t('order.payments.empty')}</Text>}
          {trace.payments.map((payment) => (
            <Stack key={payment.payment_id} gap={4} className={rows.row ?? ''}>
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  <TracedMoney
                    trace={`payment:${payment.payment_id}`}
                    amount={payment.amount}
                    currency={payment.currency}
                    fw={600}
                  />
                  <StateBadge state={payment.status} />
                </Group>
                <Text size="xs" c="dimmed" component="div">
                  <Instant at={payment.paid_at ?? payment.created_at} />
                </Text>
              </Group>
              <Copyable value={payment.trx_id ?? payment.payment_id} what={t('order.payment')} />
            </Stack>
          ))}
        </Panel>
      )}
      {trace.disputes.length > 0 && (
        <Panel title={t('order.disputes')}>
          {trace.disputes.map((dispute) => (
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
              <Text size="sm">{t(`order.dispute.${dispute.outcome}`)}</Text>
              <Copyable value={dispute.dispute} what={t('order.dispute')} />
            </Stack>
          ))}
        </Panel>
      )}
    </>
  );
}
