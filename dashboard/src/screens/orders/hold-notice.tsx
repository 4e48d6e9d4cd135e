/** Who put the order on hold, why and since when, before everything else of it. */
import { Alert, Text } from '@mantine/core';
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useHoldWords } from './hold-words.ts';

export function HoldNotice({ order, hold }: { order: OrderInFull; hold: NonNullable<OrderTrace['hold']> }) {
  const t = useStrings();
  const words = useHoldWords();
  return (
    <Alert color="yellow" icon={<Icon name="player-pause" />} title={t('state.on_hold')}>
      <Text size="sm">{words({ hold_reason: order.hold_reason, hold })}</Text>
      <Text size="sm" component="div">
        {t('order.heldSince')} <Instant at={hold.since} />
      </Text>
    </Alert>
  );
}
