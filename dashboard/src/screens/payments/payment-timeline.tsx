/** What happened to a payment, from its events, oldest first. */
import { Text, Timeline } from '@mantine/core';
import type { PaymentInFull } from '../../api/types.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { Instant } from '../../ui/instant.tsx';
import { useErrorWords } from './error-words.ts';

const words = {
  'payment.created': ['payment.event.payment.created', 'plus'],
  'payment.authorized': ['payment.event.payment.authorized', 'clock'],
  'capture.requested': ['payment.event.capture.requested', 'clock'],
  'capture.refused': ['payment.event.capture.refused', 'ban'],
  'payment.paid': ['payment.event.payment.paid', 'check'],
  'payment.declined': ['payment.event.payment.declined', 'x'],
  'payment.cancelled': ['payment.event.payment.cancelled', 'ban'],
  'payment.expired': ['payment.event.payment.expired', 'clock'],
  'refund.created': ['payment.event.refund.created', 'receipt-refund'],
  'refund.succeeded': ['payment.event.refund.succeeded', 'check'],
  'refund.failed': ['payment.event.refund.failed', 'alert-triangle'],
  'late_capture.returned': ['payment.event.late_capture.returned', 'arrow-back-up'],
  'late_capture.refused': ['payment.event.late_capture.refused', 'alert-triangle'],
  'chargeback.created': ['payment.event.chargeback.created', 'alert-triangle'],
  'chargeback.reversed': ['payment.event.chargeback.reversed', 'check'],
} as const satisfies Record<string, readonly [StringId, IconName]>;

const known = (type: string): readonly [StringId, IconName] | undefined => words[type as keyof typeof words];

export function PaymentTimeline({ events }: { events: PaymentInFull['events'] }) {
  const t = useStrings();
  const errorWords = useErrorWords();
  if (events.length === 0) return <Text c="dimmed">{t('payment.timeline.empty')}</Text>;
  return (
    <Timeline active={events.length} bulletSize={26} lineWidth={2} color="gray">
      {events.map((event) => {
        const [title, icon] = known(event.type) ?? [undefined, 'dots' as const];
        return (
          <Timeline.Item
            key={event.event_id}
            bullet={<Icon name={icon} size={14} />}
            title={title === undefined ? event.type : t(title)}
          >
            {event.type !== 'refund.succeeded' && event.reason !== null && event.reason !== '' && (
              <Text size="sm">{errorWords(event.reason)}</Text>
            )}
            <Text size="xs" c="dimmed" component="div">
              <Instant at={event.created_at} />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
