/** The top-ups of all holders; those whose money has arrived are confirmed here, and others refused. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, text, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { grouped } from '../top-ups/grouped.ts';
import { Tabs } from './tabs.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { ConfirmDialog, RefuseDialog } from './top-up-dialogs.tsx';

type Row = OperatorTopUp;

const tabs = ['pending', 'succeeded', 'expired', 'cancelled', 'refused'] as const;

export function TopUps() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const [asked, setAsked] = useState<{ act: 'confirm' | 'refuse' | 'takeBack'; row: Row }>();
  const { filter, isNarrowed, narrow, list } = useList({
    key: ['operator', 'top-ups'],
    filters: { search: text, status: withUsual(oneOf(tabs), 'pending') },
    read: (query) => {
      const sort = query.status === 'pending' ? 'oldest' : 'newest';
      return api.GET('/api/v1/operator/top-ups', { params: { query: { ...query, sort } } });
    },
    refetchInterval: 15_000,
  });
  const { status: tab } = filter;
  const mayAct = may('top_ups.confirm') || may('top_ups.refuse') || may('top_ups.reverse');
  const acts = (row: Row) => {
    if (!mayAct) return null;
    if (row.reversal !== null) return <Flag tone="neutral">{t('op.topUps.takenBack')}</Flag>;
    if (row.status === 'succeeded') {
      return (
        may('top_ups.reverse') && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => setAsked({ act: 'takeBack', row })}>
            {t('op.topUps.takeBack')}
          </Button>
        )
      );
    }
    if (row.status !== 'pending') return null;
    return (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {may('top_ups.confirm') && (
          <Button size="xs" variant="default" onClick={() => setAsked({ act: 'confirm', row })}>
            {t('op.topUps.confirm')}
          </Button>
        )}
        {may('top_ups.refuse') && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => setAsked({ act: 'refuse', row })}>
            {t('op.topUps.refuse')}
          </Button>
        )}
      </Group>
    );
  };
  const reference = ({ reference: given }: Row) =>
    given === null ? (
      t('app.none')
    ) : (
      <Text size="xs" ff="monospace">
        {grouped(given)}
      </Text>
    );
  const columns: Column<Row>[] = [
    {
      key: 'holder',
      title: t('op.topUps.holder'),
      cell: (row) => (
        <>
          {row.holder.name}
          <Text size="xs" c="dimmed">
            {t(`kind.${row.holder.kind}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('op.topUps.amount'),
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'to', title: t('op.topUps.to'), cell: (row) => t(`op.payouts.account.${row.account}`) },
    { key: 'reference', title: t('op.topUps.reference'), cell: reference },
    { key: 'source', title: t('op.topUps.source'), cell: (row) => t(`op.topUps.source.${row.source}`) },
    { key: 'created', title: t('op.topUps.requested'), cell: (row) => <Instant at={row.created_at} /> },
    ...((tab === 'pending' || tab === 'succeeded') && mayAct
      ? [{ key: 'act', title: t('op.act'), align: 'right' as const, cell: acts }]
      : []),
  ];
  return (
    <Page title={t('op.topUps.title')}>
      <Tabs
        label={t('op.topUps.status')}
        value={tab}
        tabs={tabs.map((value) => ({ value, label: t(`op.topUps.tab.${value}`) }))}
        onChange={(status) => narrow({ status })}
      />
      <ListControls>
        <SearchBox label={t('op.topUps.search')} value={filter.search} onChange={(search) => narrow({ search })} />
      </ListControls>
      <List
        label={t('op.topUps.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.topup_id}
        empty={
          tab === 'pending' && !isNarrowed ? (
            <EmptyState icon="wallet" title={t('op.topUps.empty.title')} text={t('op.topUps.empty.text')} />
          ) : (
            <EmptyState icon="search" title={t('op.topUps.noMatch.title')} text={t('op.topUps.noMatch.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={row.holder.name}
            amount={<Money amount={row.amount} currency={row.currency} />}
            below={
              <>
                <StateBadge state={row.status} />
                <Instant at={row.created_at} />
                {row.reference !== null && reference(row)}
              </>
            }
            actions={acts(row)}
          />
        )}
      />
      {asked?.act === 'confirm' && <ConfirmDialog topUp={asked.row} onClose={() => setAsked(undefined)} />}
      {asked?.act === 'takeBack' && <TakeBackDialog topUp={asked.row} onClose={() => setAsked(undefined)} />}
      {asked?.act === 'refuse' && <RefuseDialog topUp={asked.row} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
