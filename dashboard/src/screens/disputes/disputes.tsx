/** The disputes of all payees: open ones by deadline, decided ones newest first. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { OperatorDispute } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { timed } from '../../app/list-span.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Deadline } from './deadline.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeList, type DisputeTab, disputeFilters } from './dispute-list.tsx';
import { useReasonWords } from './reason-words.ts';

export function Disputes() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, list, hasNone } = useList({
    key: ['operator', 'disputes'],
    filters: disputeFilters,
    read: (asked) => api.GET('/api/v1/operator/disputes', { params: { query: timed(asked) } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/operator/totals/disputes', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.disputes', { count }),
    },
  });
  const exported = () =>
    api.GET('/api/v1/operator/disputes.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  return (
    <DisputeList
      screen="operator-disputes"
      note={t('dispute.op.note')}
      actions={!hasNone && <ExportButton fileName="disputes.csv" request={exported} />}
      searchLabel={t('dispute.search')}
      filter={filter}
      active={active}
      isNarrowed={isNarrowed}
      narrow={narrow}
      list={list}
      columns={useColumns(filter.status)}
      linkTo={useLinkTo()}
      card={(row) => <DisputeCard row={row} />}
    />
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ dispute_id: id }: OperatorDispute) =>
    linkOptions({ to: '/h/$holderId/$mode/operator/disputes/$id', params: { holderId, mode, id } });
}

function useColumns(tab: DisputeTab): Column<OperatorDispute>[] {
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
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'reason', title: t('dispute.reason'), optional: 'shown', cell: (row) => reasonOf(row.reason) },
    {
      key: 'status',
      title: t('dispute.status'),
      optional: 'shown',
      cell: (row) => <DisputeBadge status={row.status} />,
    },
    ...(tab === 'open'
      ? [{ key: 'due', title: t('dispute.due'), cell: (row: OperatorDispute) => <Deadline dispute={row} /> }]
      : []),
    {
      key: 'opened',
      title: t('dispute.opened'),
      optional: 'shown',
      cell: (row) => <Instant at={row.created_at} day />,
    },
  ];
}

function DisputeCard({ row }: { row: OperatorDispute }) {
  const reasonOf = useReasonWords();
  return (
    <CardFacts
      title={row.payee.name}
      amount={<Money amount={row.amount} currency={row.currency} />}
      when={row.status === 'needs_response' && row.evidence_due_at !== null && <Deadline dispute={row} />}
      below={
        <>
          <DisputeBadge status={row.status} />
          <span>{reasonOf(row.reason)}</span>
        </>
      }
    />
  );
}
