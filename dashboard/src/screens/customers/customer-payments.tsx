/** The newest payments of a customer, those that are refunded or disputed among them. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { Customer, ListedPayment } from '../../api/types.ts';
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
import { titleOf } from '../payments/payment-words.ts';

const shownMax = 10;

export function CustomerPayments({ customer: { customer_id: customer } }: { customer: Customer }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['payments', holderId, mode, 'customer', customer],
    queryFn: () => pageOf(api.GET('/api/v1/payments', { params: { query: { customer, limit: shownMax } } })),
  });
  return (
    <Panel
      title={t('customer.payments')}
      isFlush={query.isSuccess}
      actions={
        <Link to="/h/$holderId/$mode/payments" params={{ holderId, mode }} search={{ customer }}>
          {t('customer.payments.all')}
        </Link>
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[240]} />}
      {query.isSuccess && <Rows payments={query.data.data} />}
    </Panel>
  );
}

function Rows({ payments }: { payments: readonly ListedPayment[] }) {
  const t = useStrings();
  const isPhone = useIsPhone();
  const { holderId, mode } = useBook();
  const end = { title: t('payments.amount'), align: 'end' } as const;
  return (
    <Figures
      label={t('payments.title')}
      isFlush
      heads={
        isPhone
          ? [{ title: t('payments.payment') }, end]
          : [{ title: t('payments.payment') }, { title: t('payments.status') }, { title: t('payments.created') }, end]
      }
      rows={payments.map((payment) => {
        const { payment_id: id, status, amount, currency, created_at } = payment;
        const title = (
          <Link key="id" to="/h/$holderId/$mode/payments/$id" params={{ holderId, mode, id }}>
            {titleOf(payment)}
          </Link>
        );
        const badge = <StateBadge key="state" state={status} />;
        const at = <Instant key="at" at={created_at} />;
        const money = <Money key="amount" amount={amount} currency={currency} fw={550} />;
        const phone = [
          <div key="id" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {title}
            <Text size="xs" c="dimmed" component="div">
              {at}
            </Text>
          </div>,
          <div key="amount">
            {money}
            <div>{badge}</div>
          </div>,
        ];
        return { key: id, cells: isPhone ? phone : [title, badge, at, money] };
      })}
    />
  );
}
