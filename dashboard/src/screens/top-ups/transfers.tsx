/** All top-ups of a company or a customer. Those by bank transfer have a reference. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { TransferTopUp } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { dayOrInstant, oneOf } from '../../app/list-filters.ts';
import { spans, timed } from '../../app/list-span.ts';
import { SpanFilter } from '../../app/span-filter.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { grouped } from './grouped.ts';

const filters = { span: oneOf(spans), from: dayOrInstant, to: dayOrInstant };

export function Transfers() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, clear, list, hasNone } = useList({
    key: ['top-ups', 'list'],
    filters,
    read: (asked) => api.GET('/api/v1/top-ups', { params: { query: timed(asked) } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/top-ups', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.topUps', { count }),
    },
  });
  const { columns, menus } = useArranged('top-ups', useColumns());
  const exported = () => api.GET('/api/v1/top-ups.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  return (
    <Page title={t('transfers.title')} actions={!hasNone && <ExportButton fileName="top-ups.csv" request={exported} />}>
      {!hasNone && (
        <ListControls>
          <FilterButton active={active} />
          <SpanFilter filter={filter} onChange={narrow} />
          {menus}
        </ListControls>
      )}
      <List
        label={t('transfers.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.topup_id}
        at={(row) => row.created_at}
        linkTo={useLinkTo()}
        empty={
          isNarrowed ? (
            <NoMatch title={t('transfers.noMatch.title')} onClear={clear} />
          ) : (
            <EmptyState icon="wallet" title={t('transfers.empty.title')} text={t('transfers.empty.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={<Money amount={row.amount} currency={row.currency} />}
            amount={<StateBadge state={row.status} />}
            when={<Instant at={row.created_at} />}
            below={<Reference row={row} />}
          />
        )}
      />
    </Page>
  );
}

function Reference({ row: { reference } }: { row: TransferTopUp }) {
  return (
    reference !== null && (
      <Text size="xs" ff="monospace">
        {grouped(reference)}
      </Text>
    )
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ topup_id: id }: TransferTopUp) =>
    linkOptions({ to: '/h/$holderId/$mode/top-ups/$id', params: { holderId, mode, id } });
}

function useColumns(): Column<TransferTopUp>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  return [
    {
      key: 'started',
      title: t('transfers.started'),
      cell: (row) => (
        <Link {...linkTo(row)}>
          <Instant at={row.created_at} />
        </Link>
      ),
    },
    {
      key: 'reference',
      title: t('transfers.reference'),
      cell: (row) => (row.reference === null ? t('app.none') : <Reference row={row} />),
    },
    { key: 'status', title: t('transfers.status'), cell: (row) => <StateBadge state={row.status} /> },
    {
      key: 'amount',
      title: t('transfers.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
  ];
}
