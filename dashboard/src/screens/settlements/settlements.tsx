/** The settlements of a company, newest first. */

import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Settlement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';
import { SettlementsFrame } from './settlements-frame.tsx';

const pageSize = 25;

export function Settlements() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { list } = useList({
    key: ['settlements'],
    filters: {},
    read: (query) => api.GET('/api/v1/settlements', { params: { query: { ...query, limit: pageSize } } }),
    totals: {
      read: () => api.GET('/api/v1/totals/settlements'),
      words: (count) => t('totals.settlements', { count }),
    },
  });
  const linkTo = (run: Settlement) =>
    linkOptions({
      to: '/h/$holderId/$mode/settlements/$id',
      params: { holderId, mode, id: String(run.settlement_id) },
    });
  const named = (run: Settlement) => (
    <Link {...linkTo(run)}>{t('settlements.one', { id: String(run.settlement_id) })}</Link>
  );
  const columns: Column<Settlement>[] = [
    { key: 'id', title: t('settlements.id'), cell: named },
    { key: 'status', title: t('settlements.status'), cell: (run) => <StateBadge state={run.status} /> },
    { key: 'trigger', title: t('settlements.trigger'), cell: (run) => t(`settlements.trigger.${run.trigger}`) },
    {
      key: 'settled',
      title: t('settlements.settled'),
      align: 'end',
      cell: (run) => <Counted count={run.orders_settled} />,
    },
    {
      key: 'awaiting',
      title: t('settlements.awaiting'),
      align: 'end',
      cell: (run) => <Counted count={run.orders_awaiting_funds} />,
    },
    { key: 'held', title: t('settlements.held'), align: 'end', cell: (run) => <Counted count={run.orders_on_hold} /> },
    { key: 'started', title: t('settlements.started'), cell: (run) => <Instant at={run.started_at} /> },
  ];
  return (
    <SettlementsFrame>
      <List
        label={t('settlements.title')}
        list={list}
        columns={columns}
        idOf={(run) => run.settlement_id}
        linkTo={linkTo}
        empty={<EmptyState icon="scale" title={t('settlements.empty.title')} text={t('settlements.empty.text')} />}
        card={(run) => (
          <CardFacts
            title={t('settlements.one', { id: String(run.settlement_id) })}
            amount={t('settlements.orders', { count: run.orders_settled })}
            below={
              <>
                {run.status !== 'done' && <StateBadge state={run.status} />}
                <span>{t(`settlements.trigger.${run.trigger}`)}</span>
                <Instant at={run.started_at} />
                {run.orders_awaiting_funds > 0 && (
                  <ToneBadge tone="waiting">{t('settlements.waiting', { count: run.orders_awaiting_funds })}</ToneBadge>
                )}
              </>
            }
          />
        )}
      />
    </SettlementsFrame>
  );
}

/** A zero recedes, so that the eye finds the others. */
const Counted = ({ count }: { count: number }) => (
  <Text span inherit {...(count === 0 ? { c: 'dimmed' } : { fw: 550 })}>
    {count}
  </Text>
);
