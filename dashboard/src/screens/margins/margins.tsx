/** What payments earned in a month: fees, what providers charge, and what is left. For the operator. */
import { Alert, Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { bookTime } from '../../api/book-time.ts';
import { dataOf } from '../../api/client.ts';
import type { Margins as MarginsOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMonth } from '../../ui/calendar-month.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { LeadFigures } from '../../ui/lead-figures.tsx';
import { CardFacts } from '../../ui/list.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import rowClasses from '../../ui/rows.module.css';
import classes from './margins.module.css';
import { daysOf, lastMonths } from './months.ts';
import { ProviderCosts, SetCost } from './provider-costs.tsx';

export function Margins() {
  const t = useStrings();
  const nameOf = useMonth();
  const { holderId, mode, api } = useBook();
  const months = lastMonths(new Date(bookTime()));
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

/** The margin of each currency, with what it is made of beside it. */
function Totals({ totals }: Pick<MarginsOf, 'totals'>) {
  const t = useStrings();
  return (
    <Panel title={t('margins.totals')}>
      <Stack gap="md">
        {totals.map((total) => (
          <div key={total.currency} className={classes.total}>
            <div>
              <Text size="xs" c="dimmed">
                {t('margins.margin')}
              </Text>
              <div className={classes.margin}>
                <Money amount={total.margin} currency={total.currency} signed />
              </div>
            </div>
            <LeadFigures label={t('margins.parts')} figures={partsOf(total, t)} />
          </div>
        ))}
        <Text size="xs" c="dimmed">
          {t('margins.text')}
        </Text>
      </Stack>
    </Panel>
  );
}

function partsOf(total: MarginsOf['totals'][number], t: ReturnType<typeof useStrings>): Fact[] {
  const { currency, payments, volume, fees, costs, unpriced, dispute_fees: disputes } = total;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return [
    { label: t('margins.volume'), value: money(volume) },
    { label: t('margins.fees'), value: money(fees) },
    // No cost is known: that wallets have none is no such cost.
    { label: t('margins.costs'), value: unpriced > 0 && costs === 0 ? '–' : money(costs) },
    ...(disputes === 0 ? [] : [{ label: t('margins.disputes'), value: money(disputes) }]),
    { label: t('margins.payments'), value: payments },
  ];
}

function Rows({ rows }: Pick<MarginsOf, 'rows'>) {
  const t = useStrings();
  if (useIsPhone()) return <PhoneRows rows={rows} />;
  return (
    <Table
      title={t('margins.rows')}
      heads={[
        { title: t('fees.method') },
        { title: t('margins.provider') },
        right(t('margins.payments')),
        right(t('margins.volume')),
        right(t('margins.fees')),
        right(t('margins.costs')),
        right(t('margins.margin')),
      ]}
      rows={rows.map((row) => ({
        key: keyOf(row),
        cells: [
          t(`payments.method.${row.method}`),
          providerOf(row) ?? '–',
          row.payments,
          <Money key="volume" amount={row.volume} currency={row.currency} />,
          <Money key="fees" amount={row.fees} currency={row.currency} />,
          // Of none of these payments is a cost known.
          row.unpriced === row.payments ? '–' : <Money key="costs" amount={row.costs} currency={row.currency} />,
          <Money key="margin" amount={row.margin} currency={row.currency} signed fw={600} />,
        ],
      }))}
    />
  );
}

type Row = MarginsOf['rows'][number];

const keyOf = ({ provider, method, currency }: Row): string => `${provider} ${method} ${currency}`;

/** Neither a wallet nor the bank is a provider. */
const providerOf = ({ method, title }: Row): string | null =>
  method === 'wallet' || method === 'bank_transfer' ? null : title;

/** Rows of two lines: the method with its margin, and below it what it is made of. */
function PhoneRows({ rows }: Pick<MarginsOf, 'rows'>) {
  const t = useStrings();
  const format = useMoney();
  return (
    <Panel title={t('margins.rows')}>
      {rows.map((row) => (
        <div key={keyOf(row)} className={rowClasses.row}>
          <CardFacts
            title={[t(`payments.method.${row.method}`), providerOf(row)].filter(Boolean).join(' · ')}
            amount={<Money amount={row.margin} currency={row.currency} signed />}
            below={
              <>
                <span>{t('margins.payments.count', { count: row.payments })}</span>
                <span>{t('margins.volume.of', { amount: format(row.volume, row.currency) })}</span>
                {row.unpriced < row.payments && row.costs !== 0 && (
                  <span>{t('margins.costs.amount', { amount: format(row.costs, row.currency) })}</span>
                )}
              </>
            }
          />
        </div>
      ))}
    </Panel>
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
