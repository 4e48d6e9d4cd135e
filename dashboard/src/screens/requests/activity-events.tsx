/** The events of an object, each with where it was delivered to. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ObjectActivity } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { DeliveryBadge, useNameOf } from '../webhooks/endpoint-words.tsx';
import classes from './activity.module.css';

const ResendOne = lazyOnInput(async () => (await import('../webhooks/resend-dialogs.tsx')).ResendOne);

type Event = ObjectActivity['events'][number];
type Delivery = NonNullable<Event['deliveries']>[number];

export function ActivityEvents({ events }: { events: readonly Event[] }) {
  const t = useStrings();
  const [resent, setResent] = useState<Delivery>();
  if (events.length === 0) return <Text c="dimmed">{t('activity.events.empty')}</Text>;
  const isSent = events.some(({ deliveries }) => deliveries !== null && deliveries.length > 0);
  return (
    <>
      {!isSent && <Text c="dimmed">{t('activity.events.noneSent')}</Text>}
      <ul className={classes.rows}>
        {events.map((event) => (
          <li key={event.event_id}>
            <Group justify="space-between" gap="xs" align="baseline">
              <Text ff="monospace" size="sm">
                {event.type}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <Instant at={event.created_at} exact />
              </Text>
            </Group>
            {isSent && <Deliveries deliveries={event.deliveries ?? []} onResend={setResent} />}
          </li>
        ))}
      </ul>
      {resent !== undefined && <ResendOne delivery={resent} onClose={() => setResent(undefined)} />}
    </>
  );
}

type Props = { deliveries: readonly Delivery[]; onResend: (delivery: Delivery) => void };

function Deliveries({ deliveries, onResend }: Props) {
  const t = useStrings();
  const may = useMay();
  const nameOf = useNameOf();
  const { holderId, mode } = useBook();
  if (deliveries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('activity.events.undelivered')}
      </Text>
    );
  }
  return (
    <Stack gap={4} mt={4}>
      {deliveries.map((delivery) => {
        const { endpoint, endpoint_id: id, event_id: eventId, type } = delivery;
        const name = nameOf(endpoint);
        return (
          <Group key={id} gap="xs">
            <DeliveryBadge delivery={delivery} />
            <Link to="/h/$holderId/$mode/webhooks/$id/$eventId" params={{ holderId, mode, id, eventId }}>
              {name}
            </Link>
            <Text size="xs" c="dimmed">
              {t('webhooks.attemptsMade', { count: delivery.attempts })}
            </Text>
            {may('webhooks.resend') && endpoint.status === 'active' && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={t('activity.resend', { type, name })}
                onClick={() => onResend(delivery)}
              >
                {t('webhooks.resend')}
              </Button>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
