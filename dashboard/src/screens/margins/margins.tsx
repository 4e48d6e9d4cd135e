/** What payments earned in a month: fees, what providers charge, and what is left. For the operator. */
import { Alert, Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Margins as MarginsOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMonth } from '../../ui/calendar-month.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { daysOf, lastMonths } from './months.ts';
import { ProviderCosts, SetCost } from './provider-costs.tsx';

export function Margins() {
  const t = useStrings();
  const nameOf = useMonth();
  const { holderId, mode, api } = useBook();
  const months = lastMonths(new Date());
  const [current = ''] = months;
  const { filter, narrow } = useFilters({ month: withUsual(oneOf(months), current) });
  const { month } = filter;
  const query = useQuery({
    queryKey: ['operator', 'margins', holderId, mode, month],
    queryFn: () => dataOf(api.GET('/api/v1/operator/margins', { params: { query: daysOf(month) } })),
  });
  return (
    <Page title={t('margins.title')} note={t('margins.note')}>
      <ListControls>
        <Choice
          label={t('margins.month')}
          value={month}
          isClearable={false}
          choices={months.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(chosen) => narrow({ month: chosen })}
        />
      </ListControls>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[160, 220]} />}
      {query.data !== undefined && <Report margins={query.data} />}
      <ProviderCosts />
    </Page>
  );
}

function Report({ margins }: { margins: MarginsOf }) {
  const t = useStrings();
  if (margins.totals.length === 0)
    return (
      <Card withBorder>
        <EmptyState icon="coins" title={t('margins.empty.title')} text={t('margins.empty.text')} />
      </Card>
    );
  return (
    <>
      <Unpriced totals={margins.totals} />
      <Totals totals={margins.totals} />
      <Rows rows={margins.rows} />
      <Kept kept={margins.kept} />
    </>
  );
}

const right = (title: string) => ({ title, align: 'end' as const });

const unpricedIn = (totals: MarginsOf['totals']): number => totals.reduce((count, { unpriced }) => count + unpriced, 0);

/** The margin is too high by what providers charge for these. */
function Unpriced({ totals }: Pick<MarginsOf, 'totals'>) {
  const t = useStrings();
  const unpriced = unpricedIn(totals);
  if (unpriced === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
      <Stack gap="sm" align="flex-start">
        <div>{t('margins.unpriced', { count: unpriced })}</div>
        <SetCost />
      </Stack>
    </Alert>
  );
}

function Totals({ totals }: Pick<MarginsOf, 'totals'>) {
  const t = useStrings();
  const unpriced = unpricedIn(totals);
  return (
    <Table
      title={t('margins.totals')}
      text={t('margins.text')}
      heads={[
        { title: t('app.currency') },
        right(t('margins.payments')),
        right(t('margins.volume')),
        right(t('margins.fees')),
        right(t('margins.costs')),
        right(t('margins.disputes')),
        right(t(unpriced === 0 ? 'margins.margin' : 'margins.margin.incomplete')),
      ]}
      rows={totals.map(
        ({ currency, payments, volume, fees, costs, unpriced: ofTotal, dispute_fees: disputes, margin }) => ({
          key: currency,
          cells: [
            currency,
            payments,
            <Money key="volume" amount={volume} currency={currency} />,
            <Money key="fees" amount={fees} currency={currency} />,
            // No cost is known: that wallets have none is no such cost.
            ofTotal > 0 && costs === 0 ? '–' : <Money key="costs" amount={costs} currency={currency} />,
            <Money key="disputes" amount={disputes} currency={currency} />,
            <Money key="margin" amount={margin} currency={currency} signed fw={600} />,
          ],
        }),
      )}
    />
  );
}

function Rows({ rows }: Pick<MarginsOf, 'rows'>) {
  const t = useStrings();
  return (
    <Table
      title={t('margins.rows')}
      heads={[
        { title: t('margins.provider') },
        { title: t('fees.method') },
        right(t('margins.payments')),
        right(t('margins.volume')),
        right(t('margins.fees')),
        right(t('margins.costs')),
        right(t(rows.every((row) => row.unpriced === 0) ? 'margins.margin' : 'margins.margin.incomplete')),
      ]}
      rows={rows.map(({ provider, title, method, currency, payments, volume, fees, costs, unpriced, margin }) => ({
        key: `${provider} ${method} ${currency}`,
        cells: [
          // Neither a wallet nor the bank is a provider.
          method === 'wallet' || method === 'bank_transfer' ? '–' : title,
          t(`payments.method.${method}`),
          payments,
          <Money key="volume" amount={volume} currency={currency} />,
          <Money key="fees" amount={fees} currency={currency} />,
          // Of none of these payments is a cost known.
          unpriced === payments ? '–' : <Money key="costs" amount={costs} currency={currency} />,
          <Money key="margin" amount={margin} currency={currency} signed fw={600} />,
        ],
      }))}
    />
  );
}

function Kept({ kept }: Pick<MarginsOf, 'kept'>) {
  const t = useStrings();
  if (kept.length === 0) return null;
  return (
    <Table
      title={t('margins.kept')}
      text={t('margins.kept.text')}
      heads={[{ title: t('margins.account') }, right(t('margins.disputes')), right(t('margins.payoutFees'))]}
      rows={kept.map(({ account, currency, dispute_fees: disputes, payout_fees: payouts }) => ({
        key: `${account} ${currency}`,
        cells: [
          account,
          <Money key="disputes" amount={disputes} currency={currency} />,
          <Money key="payouts" amount={payouts} currency={currency} />,
        ],
      }))}
    />
  );
}

type TableProps = Pick<ComponentProps<typeof Figures>, 'heads' | 'rows'> & { title: string; text?: string };

function Table({ title, text, ...figures }: TableProps) {
  return (
    <Panel title={title} isFlush>
      <Figures isFlush isStacked label={title} {...figures} />
      {text !== undefined && (
        <Text size="xs" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="sm">
          {text}
        </Text>
      )}
    </Panel>
  );
}
