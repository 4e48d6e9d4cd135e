/** The statements that were imported, and how many of their lines match nothing. */
import { Text } from '@mantine/core';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import { FormattedDateTimeRange } from 'react-intl';
import type { Statement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { ofSource } from './types.ts';

export function Statements() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { filter, narrow, list } = useList({
    key: ['operator', 'reconciliation', 'statements'],
    filters: { source: ofSource },
    read: (query) => api.GET('/api/v1/operator/statements', { params: { query } }),
  });
  const { source } = filter;
  const rows = list.query.data?.data ?? [];
  const isWhole = list.onPrevious === undefined && list.query.data?.next_cursor === null;
  const linkTo = (row: Statement) =>
    linkOptions({
      to: '/h/$holderId/$mode/operator/reconciliation',
      params: { holderId, mode },
      search: { source, statement_id: row.statement_id, status: row.open > 0 ? 'open' : 'matched' },
    });
  return (
    <ReconciliationFrame source={{ value: source, onChange: (value) => narrow({ source: value }) }}>
      <List
        label={t('recon.tab.statements')}
        list={list}
        columns={useColumns(linkTo)}
        idOf={(row) => row.statement_id}
        linkTo={linkTo}
        empty={
          <EmptyState
            icon="file-text"
            title={t('recon.statements.empty.title')}
            text={t('recon.statements.empty.text')}
          />
        }
        card={(row) => <StatementCard row={row} />}
      />
      {rows.length > 0 && isWhole && <Text fw={550}>{t('recon.statement.count', { count: rows.length })}</Text>}
    </ReconciliationFrame>
  );
}

type LinkTo = (row: Statement) => LinkProps;

function useColumns(linkTo: LinkTo): Column<Statement>[] {
  const t = useStrings();
  return [
    {
      key: 'file',
      title: t('recon.statement.file'),
      cell: (row) => (
        <>
          <Link {...linkTo(row)}>{row.file_name}</Link>
          {(row.account !== '' || row.format !== null) && (
            <Text size="xs" c="dimmed">
              {[row.account, row.format].filter(Boolean).join(' · ')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'period', title: t('recon.statement.period'), cell: (row) => <Period of={row} /> },
    {
      key: 'in',
      title: t('recon.statement.in'),
      align: 'end',
      cell: (row) => row.sums.map((sum) => <Sum key={sum.currency} amount={sum.in} currency={sum.currency} />),
    },
    {
      key: 'out',
      title: t('recon.statement.out'),
      align: 'end',
      cell: (row) => row.sums.map((sum) => <Sum key={sum.currency} amount={sum.out} currency={sum.currency} />),
    },
    { key: 'lines', title: t('recon.statement.lines'), align: 'end', cell: (row) => <Lines of={row} /> },
    { key: 'open', title: t('recon.status'), cell: (row) => <State of={row} /> },
    { key: 'at', title: t('recon.statement.at'), cell: (row) => <Instant at={row.imported_at} /> },
  ];
}

function StatementCard({ row }: { row: Statement }) {
  const t = useStrings();
  return (
    <CardFacts
      title={row.file_name}
      amount={<State of={row} />}
      below={
        <>
          {row.account !== '' && <span>{row.account}</span>}
          <Period of={row} />
          <span>{t('recon.statement.matched', { lines: row.lines, matched: row.lines - row.open })}</span>
        </>
      }
    />
  );
}

function State({ of: { open } }: { of: Statement }) {
  const t = useStrings();
  return open === 0 ? (
    <Flag tone="done">{t('recon.statement.done')}</Flag>
  ) : (
    <Flag tone="waiting">{t('recon.statement.open', { count: open })}</Flag>
  );
}

const Sum = ({ amount, currency }: { amount: number; currency: string }) => (
  <div>
    <Money amount={amount} currency={currency} />
  </div>
);

function Lines({ of: { lines, open } }: { of: Statement }) {
  const t = useStrings();
  return (
    <>
      {lines}
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('recon.statement.ofThem', { matched: lines - open })}
      </Text>
    </>
  );
}

/** From its first to its last line. */
function Period({ of: { from, to } }: { of: Statement }) {
  const t = useStrings();
  if (from === null || to === null) return t('app.none');
  const day = (of: string) => new Date(`${of}T00:00:00Z`);
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <FormattedDateTimeRange from={day(from)} to={day(to)} timeZone="UTC" dateStyle="medium" />
    </span>
  );
}
