/** What needs someone at a company. */
import type { CompanyHome } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useFailingEndpoints } from '../webhooks/use-failing-endpoints.ts';
import { PendingItems } from './pending-items.tsx';

const to = '/h/$holderId/$mode/orders';

export function CompanyPending({ pending }: { pending: CompanyHome['pending'] }) {
  const t = useStrings();
  const failing = useFailingEndpoints();
  return (
    <PendingItems
      title={t('home.pending')}
      none={t('home.pending.none')}
      items={[
        {
          count: pending.orders_with_broken_splits,
          words: 'home.pending.splits',
          exception: 'order_broken',
          icon: 'alert-triangle',
          list: { to, search: { broken_splits: true } },
        },
        {
          count: pending.orders_awaiting_funds,
          words: 'home.pending.awaiting',
          exception: 'shortfall',
          icon: 'clock',
          list: { to, search: { settlement_status: 'awaiting_funds' } },
        },
        {
          count: pending.orders_on_hold,
          words: 'home.pending.held',
          exception: 'order_held',
          icon: 'player-pause',
          list: { to, search: { settlement_status: 'on_hold' } },
        },
        { count: pending.refunds_awaiting_funds, words: 'home.pending.refunds', icon: 'receipt-refund' },
        {
          count: pending.cash_handovers,
          words: 'home.pending.handovers',
          exception: 'cash_handover',
          icon: 'coins',
          list: { to: '/h/$holderId/$mode/cash', search: {} },
        },
        {
          count: pending.disputes_to_answer,
          words: 'home.pending.disputes',
          exception: 'dispute',
          icon: 'alert-triangle',
          list: { to: '/h/$holderId/$mode/disputes', search: {} },
        },
        {
          count: pending.invitations,
          words: 'home.pending.invitations',
          icon: 'mail',
          list: { to: '/h/$holderId/$mode/links/invitations', search: { status: 'pending' } },
        },
        {
          count: failing,
          words: 'webhooks.pendingItem',
          exception: 'webhook',
          icon: 'webhook',
          list: { to: '/h/$holderId/$mode/webhooks', search: {} },
        },
      ]}
    />
  );
}
