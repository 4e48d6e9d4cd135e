/** Where a settlement stands; one that settled nothing, or left orders behind for want of funds, is not said to be done. */
import type { Settlement } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';

type Run = Pick<Settlement, 'status' | 'orders_settled' | 'orders_awaiting_funds'>;

export function RunBadge({ run }: { run: Run }) {
  const t = useStrings();
  if (run.status === 'done' && run.orders_settled + run.orders_awaiting_funds === 0) {
    return <ToneBadge tone="neutral">{t('settlements.none')}</ToneBadge>;
  }
  if (run.status !== 'done' || run.orders_awaiting_funds === 0) return <StateBadge state={run.status} />;
  return (
    <ToneBadge tone="waiting">{t(run.orders_settled === 0 ? 'state.awaiting_funds' : 'settlements.partly')}</ToneBadge>
  );
}
