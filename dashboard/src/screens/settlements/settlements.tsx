/** The settlements of a company, newest first. */

import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { Settlement } from '../../api/types.ts';
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
import { useMoney } from '../../ui/money.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';
import { RunBadge } from './run-badge.tsx';
import { SettlementsFrame } from './settlements-frame.tsx';
import { Sums } from './sums.tsx';

const pageSize = 25;
const filters = { span: oneOf(spans), from: dayOrInstant, to: dayOrInstant };

export function Settlements() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, clear, query, list, hasNone } = useList({
    key: ['settlements'],
    filters,
    read: (asked) => api.GET('/api/v1/settlements', { params: { query: { ...timed(asked), limit: pageSize } } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/settlements', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.settlements', { count }),
      names: { credited_amount: t('settlements.credited'), recorded_amount: t('settlements.recorded') },
    },
  });
  const { columns, menus } = useArranged('settlements', useColumns());
  const exported = () => api.GET('/api/v1/settlements.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  return (
    <SettlementsFrame actions={!hasNone && <ExportButton fileName="settlements.csv" request={exported} />}>
      {!hasNone && (
        <ListControls>
          <FilterButton active={active} />
          <SpanFilter filter={filter} onChange={narrow} />
          {menus}
        </ListControls>
      )}
      <List
        label={t('settlements.title')}
        list={list}
        columns={columns.filter(hasCount(query.data?.data ?? []))}
        idOf={(run) => run.settlement_id}
        at={(run) => run.started_at}
        linkTo={useLinkTo()}
        empty={
          isNarrowed ? (
            <NoMatch title={t('settlements.noMatch.title')} onClear={clear} />
          ) : (
            <EmptyState icon="scale" title={t('settlements.empty.title')} text={t('settlements.empty.text')} />
          )
        }
        card={(run) => <SettlementCard run={run} />}
      />
    </SettlementsFrame>
  );
}

/** Of columns that may be empty, what they count: orders, or currencies. */
const counts = {
  settled: (run: Settlement) => run.orders_settled,
  awaiting: (run: Settlement) => run.orders_awaiting_funds,
  held: (run: Settlement) => run.orders_on_hold,
  recorded: (run: Settlement) => run.recorded?.length ?? 0,
};

/** A column of nothing but zeros says nothing. */
const hasCount =
  (rows: readonly Settlement[]) =>
  ({ key }: Column<Settlement>): boolean => {
    const count = Object.entries(counts).find(([name]) => name === key)?.[1];
    return count === undefined || rows.length === 0 || rows.some((run) => count(run) > 0);
  };

function SettlementCard({ run }: { run: Settlement }) {
  const t = useStrings();
  return (
    <CardFacts
      title={<Instant at={run.started_at} />}
      amount={<Sums of={run.credited} />}
      below={
        <>
          {run.status !== 'done' && <StateBadge state={run.status} />}
          <span>{t('settlements.one', { id: String(run.settlement_id) })}</span>
          <span>{t('settlements.orders', { count: run.orders_settled })}</span>
          {run.trigger !== 'schedule' && <span>{t(`settlements.trigger.${run.trigger}`)}</span>}
          {run.recorded !== null && run.recorded.length > 0 && <Recorded of={run.recorded} />}
          {run.orders_awaiting_funds > 0 && (
            <ToneBadge tone="waiting">{t('settlements.waiting', { count: run.orders_awaiting_funds })}</ToneBadge>
          )}
        </>
      }
    />
  );
}

function Recorded({ of }: { of: NonNullable<Settlement['recorded']> }) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const amounts = intl.formatList(of.map(({ amount, currency }) => money(amount, currency)));
  return <span>{t('settlements.recorded.amounts', { amounts })}</span>;
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ settlement_id: id }: Settlement) =>
    linkOptions({ to: '/h/$holderId/$mode/settlements/$id', params: { holderId, mode, id: String(id) } });
}

function useColumns(): Column<Settlement>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  const counted = (key: 'settled' | 'awaiting' | 'held', title: string): Column<Settlement> => ({
    ...{ key, title, align: 'end', optional: 'shown' },
    cell: (run) => <Counted count={counts[key](run)} />,
  });
  return [
    {
      key: 'id',
      title: t('settlements.id'),
      cell: (run) => <Link {...linkTo(run)}>{t('settlements.one', { id: String(run.settlement_id) })}</Link>,
    },
    {
      key: 'credited',
      title: t('settlements.credited'),
      align: 'end',
      cell: (run) => <Sums of={run.credited} />,
    },
    {
      key: 'recorded',
      title: t('settlements.recorded'),
      align: 'end',
      optional: 'shown',
      cell: (run) => <Sums of={run.recorded} />,
    },
    {
      key: 'status',
      title: t('settlements.status'),
      optional: 'shown',
      cell: (run) => <RunBadge run={run} />,
    },
    {
      key: 'trigger',
      title: t('settlements.trigger'),
      optional: 'shown',
      cell: (run) => t(`settlements.trigger.${run.trigger}`),
    },
    counted('settled', t('settlements.settled')),
    counted('awaiting', t('settlements.awaiting')),
    counted('held', t('settlements.held')),
    {
      key: 'started',
      title: t('settlements.started'),
      optional: 'shown',
      cell: (run) => <Instant at={run.started_at} />,
    },
  ];
}

/** A zero recedes, so that the eye finds the others. */
const Counted = ({ count }: { count: number }) => (
  <Text span inherit {...(count === 0 ? { c: 'dimmed' } : { fw: 550 })}>
    {count}
  </Text>
);
