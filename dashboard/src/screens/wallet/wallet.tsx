/** A customer's wallet: what is in it, what moved, and what was paid. */
import { Button, Card, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { leading } from '../../ui/amount-headline.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { OwnDebts } from '../debts/own-debts.tsx';
import { Received } from '../invitation/received.tsx';
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
  const topUp = may('wallets.top_up') && <TopUpLink />;
  return (
    <Page title={t('wallet.title')}>
      <Received />
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
          <SimpleGrid cols={{ base: 1, md: query.data.length > 1 ? 2 : 1 }} spacing="sm">
            {query.data.map((one) => (
              <BalanceCard key={one.currency} {...one} topUp={topUp} />
            ))}
          </SimpleGrid>
          <Activity />
        </>
      )}
    </Page>
  );
}

type BalanceProps = { currency: string; balance: number; topUp: ReactNode };

/** A balance, with what can be done with it. */
function BalanceCard({ currency, balance, topUp }: BalanceProps) {
  const t = useStrings();
  const may = useMay();
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <div>
          <Text c="dimmed" size="sm">
            {t('wallet.balance')}
          </Text>
          <Money amount={balance} currency={currency} {...leading} />
        </div>
        <Group gap="xs">
          {may('payouts.request') && balance > 0 && <PayOutLink currency={currency} />}
          {topUp}
        </Group>
      </Group>
    </Card>
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

function PayOutLink({ currency }: { currency: string }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/h/$holderId/$mode/payouts/new" params={{ holderId, mode }} search={{ currency }} {...props} />
      )}
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
