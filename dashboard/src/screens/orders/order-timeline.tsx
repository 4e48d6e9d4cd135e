/** What happened to an order, from its events, oldest first. */
import { Text, Timeline } from '@mantine/core';
import type { OrderTrace } from '../../api/types.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { Instant } from '../../ui/instant.tsx';

type Event = OrderTrace['events'][number];

const words = {
  'order.created': ['event.order.created', 'plus'],
  'order.authorized': ['event.order.authorized', 'clock'],
  'order.reopened': ['event.order.reopened', 'clock'],
  'order.paid': ['event.order.paid', 'check'],
  'order.cancelled': ['event.order.cancelled', 'ban'],
  'order.partially_refunded': ['event.order.partially_refunded', 'receipt-refund'],
  'order.refunded': ['event.order.refunded', 'receipt-refund'],
  'order.settled': ['event.order.settled', 'arrows-split'],
  'order.deferred': ['event.order.deferred', 'clock'],
  'order.held': ['event.order.held', 'player-pause'],
  'order.released': ['event.order.released', 'player-play'],
  'order.partially_reversed': ['event.order.partially_reversed', 'arrow-back-up'],
  'order.reversed': ['event.order.reversed', 'arrow-back-up'],
  'order.voided': ['event.order.voided', 'ban'],
  'order.restored': ['event.order.restored', 'refresh'],
  'split.assigned': ['event.split.assigned', 'user-plus'],
  'order_refund.created': ['event.order_refund.created', 'receipt-refund'],
  'order_refund.deferred': ['event.order_refund.deferred', 'clock'],
  'order_refund.succeeded': ['event.order_refund.succeeded', 'check'],
  'order_refund.failed': ['event.order_refund.failed', 'alert-triangle'],
  'order_reversal.succeeded': ['event.order_reversal.succeeded', 'receipt-refund'],
  'order_reversal.failed': ['event.order_reversal.failed', 'check'],
  'restitution.deferred': ['event.restitution.deferred', 'clock'],
  'restitution.paid': ['event.restitution.paid', 'check'],
  'shadow_order.named': ['event.shadow_order.named', 'ghost'],
  'shadow_order.paid_outside': ['event.shadow_order.paid_outside', 'ghost'],
  'shadow_order.claimed': ['event.shadow_order.claimed', 'link'],
} as const satisfies Record<string, readonly [StringId, IconName]>;

const known = (type: string): readonly [StringId, IconName] | undefined => words[type as keyof typeof words];

export function OrderTimeline({ events }: { events: readonly Event[] }) {
  const t = useStrings();
  if (events.length === 0) return <Text c="dimmed">{t('order.timeline.empty')}</Text>;
  return (
    <Timeline active={events.length} bulletSize={26} lineWidth={2} color="gray">
      {events.map((event) => {
        const [title, icon] = known(event.type) ?? [undefined, 'dots' as const];
        const reason = event.reason ?? undefined;
        return (
          <Timeline.Item
            key={event.event_id}
            bullet={<Icon name={icon} size={14} />}
            title={title === undefined ? event.type : t(title)}
          >
            {reason !== undefined && <Text size="sm">{reason}</Text>}
            <Text size="xs" c="dimmed" component="div">
              <Instant at={event.created_at} />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
