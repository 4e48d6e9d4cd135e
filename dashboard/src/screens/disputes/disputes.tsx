/** The disputes of all payees: open ones by deadline, decided ones newest first. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { OperatorDispute } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, text, withUsual } from '../../app/list-filters.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../operator/tabs.tsx';
import { Deadline } from './deadline.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { useReasonWords } from './reason-words.ts';

const tabs = ['open', 'closed'] as const;
type Tab = (typeof tabs)[number];

export function Disputes() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, isNarrowed, narrow, list } = useList({
    key: ['operator', 'disputes'],
    filters: { search: text, status: withUsual(oneOf(tabs), 'open') },
    read: (query) => api.GET('/api/v1/operator/disputes', { params: { query } }),
  });
  const { status: tab } = filter;
  return (
    <Page title={t('dispute.title')} note={t('dispute.note')}>
      <ListControls>
        <Tabs
          label={t('dispute.status')}
          value={tab}
          tabs={tabs.map((value) => ({ value, label: t(`dispute.tab.${value}`) }))}
          onChange={(status) => narrow({ status })}
        />
        <SearchBox label={t('dispute.search')} value={filter.search} onChange={(search) => narrow({ search })} />
      </ListControls>
      <List
        label={t('dispute.title')}
        list={list}
        columns={useColumns(tab)}
        idOf={(row) => row.dispute_id}
        linkTo={useLinkTo()}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('dispute.noMatch.title')} text={t('dispute.noMatch.text')} />
          ) : (
            <EmptyState icon="check" title={t(`dispute.empty.${tab}.title`)} text={t(`dispute.empty.${tab}.text`)} />
          )
        }
        card={(row) => <DisputeCard row={row} />}
      />
    </Page>
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ dispute_id: id }: OperatorDispute) =>
    linkOptions({ to: '/h/$holderId/$mode/operator/disputes/$id', params: { holderId, mode, id } });
}

function useColumns(tab: Tab): Column<OperatorDispute>[] {
  const t = useStrings();
  const reasonOf = useReasonWords();
  const linkTo = useLinkTo();
  return [
    {
      key: 'payee',
      title: t('dispute.payee'),
      cell: (row) => (
        <>
          <Link {...linkTo(row)}>{row.payee.name}</Link>
          <Text size="xs" c="dimmed">
            {t(`kind.${row.payee.kind}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('app.amount'),
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'reason', title: t('dispute.reason'), cell: (row) => reasonOf(row.reason) },
    { key: 'status', title: t('dispute.status'), cell: (row) => <DisputeBadge status={row.status} /> },
    ...(tab === 'open'
      ? [{ key: 'due', title: t('dispute.due'), cell: (row: OperatorDispute) => <Deadline dispute={row} /> }]
      : []),
    { key: 'opened', title: t('dispute.opened'), cell: (row) => <Instant at={row.created_at} day /> },
  ];
}

function DisputeCard({ row }: { row: OperatorDispute }) {
  const t = useStrings();
  return (
    <CardFacts
      title={row.payee.name}
      amount={<Money amount={row.amount} currency={row.currency} />}
      below={
        <>
          <DisputeBadge status={row.status} />
          {row.status === 'needs_response' && row.evidence_due_at !== null && (
            <span>
              {t('dispute.due')} <Deadline dispute={row} />
            </span>
          )}
        </>
      }
    />
  );
}
