/** The newest payouts of an account, whatever became of them; nothing where there is none. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

const shownMax = 5;

export function HolderPayouts({ account }: { account: number }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'payouts', holderId, mode, 'of', account],
    queryFn: () => pageOf(api.GET('/api/v1/operator/payouts', { params: { query: { account, limit: shownMax } } })),
  });
  const payouts = query.data?.data ?? [];
  if (query.isSuccess && payouts.length === 0) return null;
  return (
    <Panel
      title={t('op.holder.payouts')}
      isFlush={payouts.length > 0}
      actions={
        payouts.length > 0 && (
          <Link
            to="/h/$holderId/$mode/operator/payouts"
            params={{ holderId, mode }}
            search={{ status: 'all', account }}
          >
            {t('op.holder.payouts.all')}
          </Link>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[120]} />}
      {payouts.length > 0 && (
        <Figures
          label={t('op.holder.payouts.table')}
          isFlush
          heads={[
            { title: t('op.holder.payouts.requested') },
            { title: t('op.holder.payouts.status') },
            { title: t('app.amount'), align: 'end' },
          ]}
          rows={payouts.map((payout) => ({
            key: payout.payout_id,
            cells: [
              <Link
                key="at"
                to="/h/$holderId/$mode/operator/payouts/$id"
                params={{ holderId, mode, id: payout.payout_id }}
              >
                <Instant at={payout.created_at} day />
              </Link>,
              <StateBadge key="state" state={payout.status} />,
              <Money key="amount" amount={payout.amount} currency={payout.currency} fw={550} />,
            ],
          }))}
        />
      )}
    </Panel>
  );
}
