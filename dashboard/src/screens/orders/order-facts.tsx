/** The order as it was recorded, and where it stands. */
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { AddressActions } from '../../ui/address-actions.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { useHoldWords } from './hold-words.ts';
import classes from './order.module.css';

export function OrderFacts({ order, trace }: { order: OrderInFull; trace: OrderTrace }) {
  const t = useStrings();
  const holdWords = useHoldWords();
  const isInTimeline = trace.events.some(({ type }) => type === 'order.created');
  const captured = order.capture?.captured_amount ?? null;
  const facts: [StringId, ReactNode][] = [
    ['order.id', <Copyable key="id" value={String(order.order_id)} what={t('order.id')} />],
    // Its timeline says when it was recorded, as long as that event is kept.
    ['order.recorded', !isInTimeline && <Instant key="at" at={order.created_at} />],
    ['order.method', t(`order.method.${order.payment_method}`)],
    [
      'order.capturableUntil',
      order.payment_status === 'authorized' && <Instant at={order.capture?.capturable_until ?? ''} />,
    ],
    ['order.captured', captured !== null && <Money amount={captured} currency={order.currency} />],
    ['order.paidAt', order.paid_at && <Instant at={order.paid_at} />],
    [
      'order.holdReason',
      trace.hold === null && order.hold_reason && holdWords({ hold_reason: order.hold_reason, hold: null }),
    ],
    ['order.settledAt', order.settlement?.settled_at && <Instant at={order.settlement.settled_at} />],
    ['order.settlementId', order.settlement && <SettlementLink id={String(order.settlement.settlement_id)} />],
    ['order.refunded', order.refunded_amount > 0 && <Money amount={order.refunded_amount} currency={order.currency} />],
    ['order.restaurant', order.shadow_merchant_name ?? order.shadow_merchant_ref],
    ['order.paymentUrl', order.payment_url && <AddressActions key="url" address={order.payment_url} />],
    [
      'order.idempotencyKey',
      trace.idempotency_key && <Copyable key="key" value={trace.idempotency_key} what={t('order.idempotencyKey')} />,
    ],
    ['order.returnUrl', trace.return_url && <Address of={trace.return_url} />],
    ['order.cancelUrl', trace.cancel_url && <Address of={trace.cancel_url} />],
    ['order.webhookUrl', trace.webhook_url],
    ['order.warnings', warningsOf(order).join(' ')],
  ];
  return (
    <Stack component="dl" gap="sm" m={0}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <Text component="dt" size="sm" c="dimmed">
              {t(label)}
            </Text>
            <Text component="dd" m={0} className={classes.value}>
              {value}
            </Text>
          </div>
        ))}
    </Stack>
  );
}

function SettlementLink({ id }: { id: string }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Link to="/h/$holderId/$mode/settlements/$id" params={{ holderId, mode, id }}>
      {t('settlements.one', { id })}
    </Link>
  );
}

/** The difference between the splits and the total has a row of its own beside the splits. */
const warningsOf = ({ warnings }: OrderInFull): readonly string[] =>
  warnings.filter((warning) => !warning.startsWith('The splits differ from total_amount'));

const Address = ({ of }: { of: string }) =>
  /^https?:/.test(of) ? (
    <Anchor href={of} rel="noreferrer noopener" target="_blank">
      {of}
    </Anchor>
  ) : (
    of
  );
