/** A customer's wallet: what is in it, what moved, and what was paid. */
import { Button, Card, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { OwnDebts } from '../debts/own-debts.tsx';
import { WaitingTransfers } from '../top-ups/waiting.tsx';
import { Movements } from './movements.tsx';
import { PaymentsMade } from './payments-made.tsx';

const views = ['movements', 'payments'] as const;
const filters = { view: withUsual(oneOf(views), 'movements') };

export function Wallet() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['wallet', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/wallet')),
  });
  const may = useMay();
  const hasMoney = query.data?.some(({ balance }) => balance > 0) ?? false;
  const topUp = may('wallets.top_up') && <TopUpLink />;
  return (
    <Page
      title={t('wallet.title')}
      actions={
        query.data !== undefined &&
        query.data.length > 0 && (
          <>
            {may('payouts.request') && hasMoney && <PayOutLink />}
            {topUp}
          </>
        )
      }
    >
      <WaitingTransfers />
      <OwnDebts />
      {query.isPending && <Loading heights={[88, 40, 320]} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <Card withBorder>
          <EmptyState
            icon="wallet"
            title={t('wallet.none.title')}
            text={t(mode === 'test' ? 'wallet.none.text' : 'wallet.none.live')}
            action={topUp}
          />
        </Card>
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
            {query.data.map(({ currency, balance }) => (
              <FactCard
                key={currency}
                label={t('wallet.balance')}
                value={<Money amount={balance} currency={currency} />}
              />
            ))}
          </SimpleGrid>
          <Activity />
        </>
      )}
    </Page>
  );
}

function TopUpLink() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/h/$holderId/$mode/top-up" params={{ holderId, mode }} {...props} />}
    >
      {t('wallet.topUp')}
    </Button>
  );
}

function PayOutLink() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/h/$holderId/$mode/payouts/new" params={{ holderId, mode }} {...props} />}
    >
      {t('wallet.payOut')}
    </Button>
  );
}

/** What moved, or what was paid. */
function Activity() {
  const t = useStrings();
  const { filter, narrow } = useFilters(filters);
  const { view } = filter;
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('wallet.views')}
        fullWidth
        maw={360}
        value={view}
        data={views.map((value) => ({ value, label: t(`wallet.view.${value}`) }))}
        onChange={(view) => narrow({ view })}
      />
      {view === 'movements' ? <Movements /> : <PaymentsMade />}
    </Stack>
  );
}
