/** The newest orders with a split of a payee. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { OrderRow, Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

const shownMax = 10;

export function PayeeOrders({ payee: { id } }: { payee: Payee }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['orders', holderId, mode, 'payee', id],
    queryFn: () => pageOf(api.GET('/api/v1/orders', { params: { query: { payee: id, limit: shownMax } } })),
  });
  const orders = query.data?.data ?? [];
  return (
    <Panel
      title={t('payee.orders')}
      isFlush={orders.length > 0}
      actions={
        orders.length > 0 && (
          <Link to="/h/$holderId/$mode/orders" params={{ holderId, mode }} search={{ payee: id }}>
            {t('payee.orders.all')}
          </Link>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[240]} />}
      {query.isSuccess && orders.length === 0 && <Text c="dimmed">{t('payee.orders.none')}</Text>}
      {orders.length > 0 && <Rows orders={orders} payee={id} />}
    </Panel>
  );
}

function Rows({ orders, payee }: { orders: readonly OrderRow[]; payee: number }) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const { holderId, mode } = useBook();
  const end = { title: t('payee.orders.share'), align: 'end' } as const;
  return (
    <Figures
      label={t('payee.orders.table')}
      isFlush
      heads={
        isPhone
          ? [{ title: t('orders.ref') }, end]
          : [{ title: t('orders.ref') }, { title: t('orders.settlement') }, { title: t('orders.created') }, end]
      }
      rows={orders.map((order) => {
        const ref = (
          <Link key="ref" to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref: order.partner_order_ref }}>
            {order.partner_order_ref}
          </Link>
        );
        const badge = <StateBadge key="state" state={order.settlement_status} />;
        const at = <Instant key="at" at={order.created_at} />;
        const share = order.payees.find(({ beneficiary_ref: ref }) => ref === payee)?.share ?? 0;
        const amount = <Money key="amount" amount={share} currency={order.currency} fw={550} />;
        const phone = [
          <div key="ref" style={{ whiteSpace: 'normal' }}>
            {ref}
            <Text size="xs" c="dimmed" component="div">
              {at}
            </Text>
          </div>,
          <div key="amount">
            {amount}
            <div>{badge}</div>
          </div>,
        ];
        return { key: String(order.order_id), cells: isPhone ? phone : [ref, badge, at, amount] };
      })}
    />
  );
}
