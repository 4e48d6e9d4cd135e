/** What an account brought in a period and in the one before: volume, fee income, refunds, disputes. Each leads to Explore for it. */
import { Box, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import type { Exploration, HolderInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { readersZone } from '../../app/list-span.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Choice } from '../../ui/list-controls.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChangeWords } from '../home/volume/words.ts';

const spans = ['7d', '30d', '90d', '12m'] as const;
type Span = (typeof spans)[number];
const metricsOf = {
  company: ['orders', 'payments', 'fees', 'refunds', 'disputes'],
  merchant: ['payments', 'fees', 'refunds', 'disputes'],
} as const;
type Metric = (typeof metricsOf)['company'][number];

export function HolderFigures({ account, kind }: { account: number; kind: HolderInFull['kind'] }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [span, setSpan] = useState<Span>('30d');
  const metrics: readonly Metric[] = kind === 'company' ? metricsOf.company : metricsOf.merchant;
  const queries = useQueries({
    queries: metrics.map((metric) => {
      const query = { metric, account, period: span, time_zone: readersZone() };
      return {
        queryKey: ['explore', holderId, mode, 'account', query],
        queryFn: () => dataOf(api.GET('/api/v1/operator/explore', { params: { query } })),
      };
    }),
  });
  const failed = queries.find(({ isError }) => isError);
  const rows = queries.flatMap(({ data }, place) => rowsOf(metrics[place] as Metric, data));
  return (
    <Panel
      title={t('op.holder.figures')}
      isFlush={rows.length > 0}
      actions={
        <Box miw={160}>
          <Choice
            label={t('volume.period')}
            value={span}
            isClearable={false}
            isWide
            choices={spans.map((value) => ({ value, label: t(`payments.span.${value}`) }))}
            onChange={(chosen) => chosen !== undefined && setSpan(chosen)}
          />
        </Box>
      }
    >
      {failed !== undefined && <ProblemNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && queries.some(({ isPending }) => isPending) && <Loading heights={[180]} />}
      {failed === undefined && queries.every(({ isSuccess }) => isSuccess) && rows.length === 0 && (
        <Text c="dimmed">{t('op.holder.figures.none')}</Text>
      )}
      {rows.length > 0 && <Table rows={rows} account={account} span={span} />}
    </Panel>
  );
}

type Row = { metric: Metric; currency: string; figures: Exploration['currencies'][number] };

const rowsOf = (metric: Metric, explored: Exploration | undefined): Row[] =>
  (explored?.currencies ?? []).map((figures) => ({ metric, currency: figures.currency, figures }));

function Table({ rows, account, span }: { rows: readonly Row[]; account: number; span: Span }) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const changeWords = useChangeWords();
  const { holderId, mode } = useBook();
  return (
    <Figures
      label={t('op.holder.figures.table')}
      isFlush
      isStacked
      heads={[
        { title: t('op.holder.figures.figure') },
        { title: t('explore.amount'), align: 'end' },
        { title: t('explore.count'), align: 'end' },
        { title: t('explore.compare.previous'), align: 'end' },
        { title: t('explore.change'), align: 'end' },
      ]}
      rows={rows.map(({ metric, currency, figures: { amount, count, compared } }) => {
        const before = compared?.amount ?? 0;
        const percent = before <= 0 ? null : Math.round(((amount - before) / before) * 1_000) / 10;
        return {
          key: `${metric} ${currency}`,
          cells: [
            t(`explore.metric.${metric}`),
            <Link
              key="amount"
              className="amount"
              to="/h/$holderId/$mode/operator/explore"
              params={{ holderId, mode }}
              search={{ metric, account, span, currency }}
            >
              {money(amount, currency)}
            </Link>,
            intl.formatNumber(count),
            money(before, currency),
            changeWords({ now: amount, before: money(before, currency), percent }),
          ],
        };
      })}
    />
  );
}
