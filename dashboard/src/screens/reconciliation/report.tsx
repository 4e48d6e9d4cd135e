/** What the books and the statements say in all, and the transfers that no line explains. */
import { Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Reconciliation } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { sumsOf } from '../../ui/sums.ts';
import { Gaps } from './gaps.tsx';
import { Months } from './months.tsx';
import classes from './reconciliation.module.css';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { TransferFacts } from './transfer-facts.tsx';
import { ofSource } from './types.ts';

export function Report() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { filter, narrow } = useFilters({ source: ofSource });
  const { source } = filter;
  const params = { query: { source } };
  const query = useQuery({
    queryKey: ['operator', 'reconciliation', 'report', holderId, mode, source],
    queryFn: () => dataOf(api.GET('/api/v1/operator/reconciliation', { params })),
  });
  return (
    <ReconciliationFrame
      source={{ value: source, onChange: (value) => narrow({ source: value }) }}
      actions={
        <ExportButton
          fileName={`reconciliation-${source}${mode === 'test' ? '-test' : ''}.csv`}
          request={() => api.GET('/api/v1/operator/reconciliation.csv', { params, parseAs: 'blob' })}
        />
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[220]} />}
      {query.data !== undefined && query.data.totals.length === 0 && (
        <Card withBorder>
          <EmptyState icon="scale" title={t('recon.report.empty.title')} text={t('recon.report.empty.text')} />
        </Card>
      )}
      {query.data !== undefined && query.data.totals.length > 0 && (
        <>
          <Gaps gaps={query.data.gaps} />
          <Totals totals={query.data.totals} />
          <Bank bank={query.data.bank} />
          <Months source={source} />
          <Unexplained transfers={query.data.transfers} isComplete={query.data.complete} />
        </>
      )}
    </ReconciliationFrame>
  );
}

/** What the books and the statements say of each currency. */
function Totals({ totals }: Pick<Reconciliation, 'totals'>) {
  const t = useStrings();
  const hasUndecided = totals.some(({ undecided_lines: count }) => count > 0);
  return (
    <Panel title={t('recon.report.totals')} isFlush>
      <Figures
        isFlush
        isStacked
        label={t('recon.report.table')}
        heads={[
          { title: t('app.currency') },
          { title: t('recon.side.books'), align: 'end' },
          { title: t('recon.report.statements'), align: 'end' },
          { title: t('recon.report.difference'), align: 'end' },
          { title: t('recon.report.openLines'), align: 'end' },
          ...(hasUndecided ? [{ title: t('recon.report.undecided'), align: 'end' as const }] : []),
        ]}
        rows={totals.map(({ currency, books, statements, difference, ...lines }) => ({
          key: currency,
          cells: [
            currency,
            <Money key="books" amount={books} currency={currency} />,
            <Money key="statements" amount={statements} currency={currency} />,
            <Money key="difference" amount={difference} currency={currency} signed fw={600} />,
            lines.open_lines,
            ...(hasUndecided ? [lines.undecided_lines] : []),
          ],
        }))}
      />
      <Text size="xs" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="sm">
        {t('recon.report.totals.text')}
      </Text>
    </Panel>
  );
}

/** What the last statements end with beside the books, and what explains the difference. */
function Bank({ bank }: Pick<Reconciliation, 'bank'>) {
  const t = useStrings();
  if (bank.length === 0) return null;
  const parts = ['open_transfers', 'open_lines', 'before_statements', 'missing', 'other'] as const;
  return (
    <Panel title={t('recon.bank.title')} isFlush>
      <Figures
        isFlush
        isStacked="always"
        label={t('recon.bank.title')}
        heads={[
          { title: t('app.currency') },
          { title: t('recon.bank.on') },
          { title: t('recon.bank.balance'), align: 'end' },
          { title: t('recon.report.difference'), align: 'end' },
          ...parts.map((part) => ({ title: t(`recon.bank.${part}`), align: 'end' as const })),
        ]}
        rows={bank.map(({ currency, on, balance, difference, ...amounts }) => ({
          key: currency,
          cells: [
            currency,
            <CalendarDay key="on" of={on} />,
            <Money key="balance" amount={balance} currency={currency} />,
            <Money key="difference" amount={difference} currency={currency} signed fw={600} />,
            ...parts.map((part) => <Money key={part} amount={amounts[part]} currency={currency} signed />),
          ],
        }))}
      />
    </Panel>
  );
}

/** The transfers that no line of a statement explains. */
function Unexplained({ transfers, isComplete }: Pick<Reconciliation, 'transfers'> & { isComplete: boolean }) {
  const t = useStrings();
  return (
    <Panel
      title={t('recon.report.transfers')}
      {...(isComplete && transfers.length > 0 ? { actions: <Net transfers={transfers} /> } : {})}
    >
      {transfers.length === 0 ? (
        <Text c="dimmed">{t('recon.report.transfers.none')}</Text>
      ) : (
        <ul className={classes.choices}>
          {transfers.map((transfer) => (
            <li key={`${transfer.holder.holder_id}/${transfer.transfer_id}`}>
              <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
                <TransferFacts transfer={transfer} />
                <Money amount={transfer.amount} currency={transfer.currency} signed fw={550} flex="none" />
              </Group>
            </li>
          ))}
        </ul>
      )}
      {!isComplete && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('recon.report.more')}
        </Text>
      )}
    </Panel>
  );
}

/** What all of them come to. */
const Net = ({ transfers }: Pick<Reconciliation, 'transfers'>) => {
  const t = useStrings();
  return sumsOf(transfers, ({ amount }) => amount).map(({ currency, amount }) => (
    <Text key={currency} fw={600}>
      {t('recon.open.net')} <Money amount={amount} currency={currency} signed />
    </Text>
  ));
};
