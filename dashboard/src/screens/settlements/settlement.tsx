/** One settlement: how it went, who got what, and its statement. Follows the progress while it runs. */
import { Alert, Loader, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { dataOf, documentOf } from '../../api/client.ts';
import type { SettlementInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { DocumentButton } from '../../ui/document-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CreditedHeadline } from './credited-headline.tsx';
import { NothingSettled } from './nothing-settled.tsx';
import { RunBadge } from './run-badge.tsx';
import { PartyName, Totals } from './totals.tsx';

const followEveryMs = 1_500;
const linesMax = 100;

export function Settlement() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/settlements/$id' });
  const query = useQuery({
    queryKey: ['settlement', holderId, mode, id],
    queryFn: () =>
      dataOf(api.GET('/api/v1/settlements/{id}', { params: { path: { id }, query: { limit: linesMax } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? followEveryMs : false),
  });
  const documentAt = (type: string) => documentOf({ holderId, mode }, `/settlements/${id}/statement.${type}`);
  const actions = (
    <>
      <DocumentButton as="print" address={documentAt('html')} label={t('settlements.print')} />
      <DocumentButton as="csv" address={documentAt('csv')} label={t('settlements.csv')} />
    </>
  );
  return (
    <Page
      title={query.isError ? t('settlements.id') : t('settlements.one', { id })}
      {...(query.isSuccess ? { note: <CreditedHeadline settlement={query.data} /> } : {})}
      {...(query.data?.status === 'done' && query.data.totals.length > 0 ? { actions } : {})}
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} />}
      {query.isSuccess && <Whole settlement={query.data} />}
    </Page>
  );
}

function Whole({ settlement }: { settlement: SettlementInFull }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { totals, lines } = settlement;
  return (
    <>
      {settlement.status === 'running' && (
        <Alert color="accent" variant="light" icon={<Loader size={18} />} role="status">
          {t('settlements.running', { count: settlement.orders_settled })}
        </Alert>
      )}
      <HowItWent settlement={settlement} />
      {totals.length === 0 ? (
        settlement.status === 'done' && <NothingSettled />
      ) : (
        <>
          <Totals label={t('settlements.totals')} totals={totals} trace={`settlement:${settlement.settlement_id}`} />
          <Stack gap="xs">
            <Title order={2}>{t('settlements.lines')}</Title>
            <Figures
              label={t('settlements.lines')}
              heads={[
                { title: t('settlements.order') },
                { title: t('settlements.party') },
                { title: t('settlements.amount'), align: 'end' },
              ]}
              rows={lines.map((line, index) => ({
                key: String(index),
                cells: [
                  <Link
                    key="order"
                    to="/h/$holderId/$mode/orders/$ref"
                    params={{ holderId, mode, ref: line.partner_order_ref }}
                  >
                    {line.partner_order_ref}
                  </Link>,
                  <PartyName key="party" party={line} />,
                  <Money key="amount" amount={line.amount} currency={line.currency} />,
                ],
              }))}
            />
            {settlement.lines_next_cursor !== null && (
              <Text size="sm" c="dimmed">
                {t('settlements.moreLines', { count: lines.length })}
              </Text>
            )}
          </Stack>
        </>
      )}
    </>
  );
}

function HowItWent({ settlement }: { settlement: SettlementInFull }) {
  const t = useStrings();
  const { orders_settled: settled, orders_awaiting_funds: awaiting, orders_on_hold: held } = settlement;
  return (
    <Facts
      facts={[
        { label: t('settlements.status'), value: <RunBadge run={settlement} /> },
        { label: t('settlements.trigger'), value: t(`settlements.trigger.${settlement.trigger}`) },
        { label: t('settlements.started'), value: <Instant at={settlement.started_at} zone /> },
        ...(settled > 0
          ? [{ label: t('settlements.settled'), value: t('settlements.orders', { count: settled }) }]
          : []),
        ...(awaiting > 0 ? [{ label: t('settlements.awaiting'), value: <Awaiting count={awaiting} /> }] : []),
        ...(held > 0 ? [{ label: t('settlements.held'), value: t('settlements.orders', { count: held }) }] : []),
      ]}
    />
  );
}

/** Leads to the orders that wait now. */
function Awaiting({ count }: { count: number }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Link to="/h/$holderId/$mode/orders" params={{ holderId, mode }} search={{ settlement_status: 'awaiting_funds' }}>
      {t('settlements.orders', { count })}
    </Link>
  );
}
