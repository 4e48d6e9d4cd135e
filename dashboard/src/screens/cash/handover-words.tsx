/** What happened to the cash, who recorded it, and their note. */
import { Text } from '@mantine/core';
import type { CashHandover, OwnCashHandover } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { useMoney } from '../../ui/money.tsx';

type Props = { handover: CashHandover; side: 'company' } | { handover: OwnCashHandover; side: 'link' };

export function HandoverWords(props: Props) {
  const t = useStrings();
  const money = useMoney();
  const { kind, recorded_by: by, note, topup_id: topUpId, taken_back: takenBack, currency } = props.handover;
  const isOwn = props.side === 'link';
  const company = isOwn ? props.handover.company : '';
  const who =
    topUpId === null
      ? t(isOwn ? `ownCash.by.${by}` : `cash.by.${by}`, { company })
      : takenBack === null || takenBack === 0
        ? t('cash.by.transfer')
        : t('cash.by.transfer.takenBack', { amount: money(takenBack, currency) });
  const below = [who, note].filter((one) => one !== null);
  return (
    <div style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
      {t(isOwn ? `ownCash.kind.${kind}` : `cash.kind.${kind}`, { company })}
      <Text component="div" size="xs" c="dimmed">
        <Dotted>{below}</Dotted>
      </Text>
    </div>
  );
}
