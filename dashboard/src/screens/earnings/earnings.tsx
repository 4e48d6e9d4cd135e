/** What a merchant or courier earns: what can be paid out, what is on its way, and every reason for a change. */
import { Alert, Button, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Earnings as EarningsSummary } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactCard } from '../../ui/fact-card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Received } from '../invitation/received.tsx';
import { FailedPayout } from './failed-payout.tsx';
import { Views } from './views.tsx';

/** Most payees hold no cash. */
const OwnCash = lazy(async () => ({ default: (await import('../cash/own-cash.tsx')).OwnCash }));

/** For whom it is the home already, there is one address of it alone, which the navigation shows. */
export function EarningsScreen() {
  const { holderId, mode, holder } = useBook();
  const search = useSearch({ from: '/signed-in/h/$holderId/$mode/earnings' });
  const isHome = holder.kind === 'courier' || holder.is_only_payee;
  if (!isHome) return <Earnings />;
  return <Navigate to="/h/$holderId/$mode" params={{ holderId, mode }} search={search} replace />;
}

export function Earnings() {
  const t = useStrings();
  const { holderId, mode, holder, api } = useBook();
  const query = useQuery({
    queryKey: ['earnings', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/earnings')),
    // The lists below it are read anew, and must not say more than the sums above them.
    refetchOnMount: 'always',
  });
  const may = useMay();
  const cash = useQuery({
    queryKey: ['earnings-cash', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/earnings/cash')),
    enabled: may('own_cash.read'),
  });
  const inHand = (cash.data ?? []).filter(({ held, expected }) => held > 0 || expected > 0);
  return (
    <Page
      title={t('earnings.title')}
      actions={
        (query.data?.companies.length ?? 0) > 0 && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/h/$holderId/$mode/companies" params={{ holderId, mode }} {...props} />}
          >
            {t('earnings.statements')}
          </Button>
        )
      }
    >
      <Received />
      {may('payouts.request') && <FailedPayout />}
      {query.isPending && <Loading heights={[152, 40, 320]} />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.companies.length === 0 && (
        <Card withBorder>
          {holder.status === 'closed' ? (
            <EmptyState icon="link" title={t('earnings.none.closed.title')} text={t('earnings.none.closed.text')} />
          ) : (
            <EmptyState
              icon="link"
              title={t('earnings.none.title')}
              text={t('earnings.none.text')}
              action={holder.kind === 'merchant' && !holder.is_only_payee && <ShopPayments />}
            />
          )}
        </Card>
      )}
      {query.data !== undefined && query.data.companies.length > 0 && (
        <>
          {query.data.totals.length > 0 && (
            <Stack gap="sm">
              {query.data.totals.map((total) => (
                <Total key={total.currency} total={total} summary={query.data} />
              ))}
            </Stack>
          )}
          <Debts summary={query.data} />
          {inHand.length > 0 && (
            <Suspense fallback={<Loading heights={inHand.map(() => 190)} />}>
              <OwnCash held={inHand} />
            </Suspense>
          )}
          <Views hasCash={cash.data !== undefined && cash.data.length > 0} />
        </>
      )}
    </Page>
  );
}

/** Where a shop looks for its own payments, which are no earnings from platforms. */
function ShopPayments() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <>
      <Text size="sm">{t('earnings.none.shop')}</Text>
      <Button
        mt="sm"
        variant="default"
        renderRoot={(props) => <Link to="/h/$holderId/$mode/payments" params={{ holderId, mode }} {...props} />}
      >
        {t('earnings.none.toPayments')}
      </Button>
    </>
  );
}

function Total({ total, summary }: { total: EarningsSummary['totals'][number]; summary: EarningsSummary }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const { currency, available, upcoming, on_hold: onHold } = total;
  const next = nextRunOf(summary, currency);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <FactCard
        label={t('earnings.available')}
        value={<Money amount={available} currency={currency} />}
        note={t('earnings.available.text')}
        action={
          available > 0 &&
          may('payouts.request') && (
            <Button
              mt="sm"
              fullWidth
              renderRoot={(props) => (
                <Link
                  to="/h/$holderId/$mode/payouts/new"
                  params={{ holderId, mode }}
                  search={{ currency }}
                  {...props}
                />
              )}
            >
              {t('earnings.payOut')}
            </Button>
          )
        }
      />
      <SimpleGrid cols={onHold > 0 ? 2 : 1} spacing="sm">
        <FactCard
          label={t('earnings.upcoming')}
          value={<Money amount={upcoming} currency={currency} />}
          note={
            upcoming === 0 ? (
              t('earnings.upcoming.none')
            ) : next === undefined ? (
              t('earnings.upcoming.waits')
            ) : (
              <>
                {t('earnings.waits.run')}: <Instant at={next} zone />
              </>
            )
          }
        />
        {onHold > 0 && (
          <FactCard
            label={t('earnings.onHold')}
            value={<Money amount={onHold} currency={currency} />}
            note={t('earnings.onHold.text')}
          />
        )}
      </SimpleGrid>
    </SimpleGrid>
  );
}

/** The earliest settlement of the companies that have something upcoming. */
const nextRunOf = ({ companies }: EarningsSummary, currency: string): string | undefined =>
  companies
    .filter(({ balances }) => balances.some((one) => one.currency === currency && one.upcoming > 0))
    .flatMap(({ next_settlement_at: at }) => at ?? [])
    .sort()[0];

function Debts({ summary }: { summary: EarningsSummary }) {
  const t = useStrings();
  const money = useMoney();
  return summary.companies.flatMap(({ beneficiary_ref: ref, company, balances }) =>
    balances
      .filter(({ debt }) => debt > 0)
      .map(({ currency, debt }) => (
        <Alert key={`${ref}-${currency}`} color="yellow" variant="light" icon={<Icon name="info-circle" />}>
          {t('earnings.debt.notice', { company, amount: money(debt, currency) })}
        </Alert>
      )),
  );
}
