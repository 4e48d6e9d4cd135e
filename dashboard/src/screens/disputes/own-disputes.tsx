/** The disputes of a shop or company: open ones by deadline, decided ones newest first. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { Dispute } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { timed } from '../../app/list-span.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { CardFacts, type Column } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Deadline } from './deadline.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeList, type DisputeTab, disputeFilters } from './dispute-list.tsx';
import { useReasonWords } from './reason-words.ts';

export function OwnDisputes() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, list, hasNone } = useList({
    key: ['disputes'],
    filters: disputeFilters,
    read: (asked) => api.GET('/api/v1/disputes', { params: { query: timed(asked) } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/disputes', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.disputes', { count }),
      amount: t('dispute.disputed'),
    },
  });
  const isPhone = useIsPhone();
  const request = () => api.GET('/api/v1/disputes.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  const file = { fileName: 'disputes.csv', request };
  return (
    <DisputeList
      screen="disputes"
      note={t('dispute.note')}
      actions={!hasNone && !isPhone && <ExportButton {...file} />}
      besideFilters={!hasNone && isPhone && <ExportButton {...file} isPicture />}
      searchLabel={t('dispute.own.search')}
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
  return ({ dispute_id: id }: Dispute) =>
    linkOptions({ to: '/h/$holderId/$mode/disputes/$id', params: { holderId, mode, id } });
}

/** What the shop or company calls it. */
const nameOf = ({ order_ref, description, reference, payment_id }: Dispute): string =>
  order_ref ?? description ?? reference ?? payment_id;

function useColumns(tab: DisputeTab): Column<Dispute>[] {
  const t = useStrings();
  const reasonOf = useReasonWords();
  const linkTo = useLinkTo();
  return [
    { key: 'what', title: t('dispute.payment'), cell: (row) => <Link {...linkTo(row)}>{nameOf(row)}</Link> },
    {
      key: 'amount',
      title: t('app.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'reason', title: t('dispute.reason'), optional: 'shown', cell: (row) => reasonOf(row.reason) },
    { key: 'status', title: t('dispute.status'), optional: 'shown', cell: (row) => <Standing row={row} /> },
    ...(tab === 'open'
      ? [{ key: 'due', title: t('dispute.due'), cell: (row: Dispute) => <Deadline dispute={row} /> }]
      : []),
    {
      key: 'opened',
      title: t('dispute.opened'),
      optional: 'shown',
      cell: (row) => <Instant at={row.created_at} day />,
    },
  ];
}

function Standing({ row: { status, evidence, evidence_submitted_at: submitted } }: { row: Dispute }) {
  const t = useStrings();
  const intl = useIntl();
  const isOpen = status === 'needs_response' || status === 'under_review';
  return (
    <>
      <DisputeBadge status={status} />
      {isOpen && evidence !== null && (
        <Text size="xs" c="dimmed">
          {submitted === null
            ? t(`evidence.state.${evidence}`)
            : t('dispute.own.submittedOn', { date: intl.formatDate(submitted, { month: 'short', day: 'numeric' }) })}
        </Text>
      )}
      {status === 'under_review' && submitted === null && (
        <Text size="xs" c="dimmed">
          {t('dispute.own.decision.text')}
        </Text>
      )}
    </>
  );
}

function DisputeCard({ row }: { row: Dispute }) {
  const t = useStrings();
  const reasonOf = useReasonWords();
  return (
    <CardFacts
      title={nameOf(row)}
      amount={<Money amount={row.amount} currency={row.currency} />}
      below={
        <>
          <Standing row={row} />
          <span>{reasonOf(row.reason)}</span>
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
