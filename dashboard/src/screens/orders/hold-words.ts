/** Why an order is on hold and who held it, in words. */
import type { OrderRow } from '../../api/types.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';

type Held = Pick<OrderRow, 'hold_reason' | 'hold'>;

const reasons: Record<string, StringId> = {
  charged_back: 'order.holdReason.charged_back',
  unassigned_split: 'order.holdReason.unassigned_split',
  balance_limit: 'order.holdReason.balance_limit',
};

export function useHoldWords(): (held: Held) => string {
  const t = useStrings();
  return ({ hold_reason: reason, hold }) => {
    const known = reasons[reason ?? ''];
    if (known !== undefined) return t(known);
    const { by = null, note = null } = hold ?? {};
    if (by !== null) return note === null ? t('order.heldBy', { by }) : t('order.heldBy.note', { by, note });
    return note === null ? t('order.holdReason.by_hand') : t('order.holdReason.by_hand.reason', { reason: note });
  };
}
