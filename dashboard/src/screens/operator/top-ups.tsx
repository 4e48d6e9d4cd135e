/** The top-ups of all holders; those whose money has arrived are confirmed here, and others refused. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorTopUp } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { oneOf, text, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { grouped } from '../top-ups/grouped.ts';
import { ApproveReversal, DeclineReversal } from './reversal-dialogs.tsx';
import { Tabs } from './tabs.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { ConfirmDialog, RefuseDialog } from './top-up-dialogs.tsx';

/** `reversal`: a second person has to approve that it is reversed. */
const tabs = ['pending', 'reversal', 'succeeded', 'expired', 'cancelled', 'refused'] as const;
type Tab = (typeof tabs)[number];

type Asked = { act: 'confirm' | 'refuse' | 'takeBack' | 'approve' | 'decline'; row: OperatorTopUp };

/** As the API is asked: what waits the longest comes first. */
function queryOf<F extends { status: Tab }>({ status, ...query }: F) {
  const sort = status === 'pending' ? ('oldest' as const) : ('newest' as const);
  return { ...query, ...(status === 'reversal' ? { take_back: 'requested' as const } : { status }), sort };
}

export function TopUps() {
  const t = useStrings();
  const { api } = useBook();
  const [asked, setAsked] = useState<Asked>();
  const { filter, isNarrowed, narrow, list, hasNone } = useList({
    key: ['operator', 'top-ups'],
    filters: { search: text, status: withUsual(oneOf(tabs), 'pending') },
    read: (chosen) => api.GET('/api/v1/operator/top-ups', { params: { query: queryOf(chosen) } }),
    refetchInterval: 15_000,
  });
  const { status: tab } = filter;
  const { columns, menus } = useArranged('operator-top-ups', useColumns(tab, setAsked));
  const close = () => setAsked(undefined);
  const exported = () =>
    api.GET('/api/v1/operator/top-ups.csv', { params: { query: queryOf(filter) }, parseAs: 'blob' });
  return (
    <Page title={t('op.topUps.title')} actions={!hasNone && <ExportButton fileName="top-ups.csv" request={exported} />}>
      <Tabs
        label={t('op.topUps.status')}
        value={tab}
        tabs={tabs.map((value) => ({ value, label: t(`op.topUps.tab.${value}`) }))}
        onChange={(status) => narrow({ status })}
      />
      <ListControls>
        <SearchBox label={t('op.topUps.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        {menus}
      </ListControls>
      <List
        label={t('op.topUps.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.topup_id}
        at={(row) => row.created_at}
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
            amount={<TracedMoney trace={`top_up:${row.topup_id}`} amount={row.amount} currency={row.currency} />}
            when={<Instant at={row.created_at} />}
            below={
              <>
                <StateBadge state={row.status} />
                {row.reference !== null && <Reference row={row} />}
              </>
            }
            actions={<Acts row={row} onAsk={setAsked} />}
          />
        )}
      />
      {asked?.act === 'confirm' && <ConfirmDialog topUp={asked.row} onClose={close} />}
      {asked?.act === 'takeBack' && <TakeBackDialog topUp={asked.row} onClose={close} />}
      {asked?.act === 'approve' && <ApproveReversal topUp={asked.row} onClose={close} />}
      {asked?.act === 'decline' && <DeclineReversal topUp={asked.row} onClose={close} />}
      {asked?.act === 'refuse' && <RefuseDialog topUp={asked.row} onClose={close} />}
    </Page>
  );
}

function useColumns(tab: Tab, onAsk: (asked: Asked) => void): Column<OperatorTopUp>[] {
  const t = useStrings();
  const mayAct = useMayAct();
  const acts: Column<OperatorTopUp> = {
    key: 'act',
    title: t('op.act'),
    align: 'end',
    cell: (row) => <Acts row={row} onAsk={onAsk} />,
  };
  return [
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
      align: 'end',
      cell: (row) => (
        <TracedMoney trace={`top_up:${row.topup_id}`} amount={row.amount} currency={row.currency} fw={550} />
      ),
    },
    { key: 'to', title: t('op.topUps.to'), optional: 'shown', cell: (row) => t(`op.payouts.account.${row.account}`) },
    { key: 'reference', title: t('op.topUps.reference'), optional: 'shown', cell: (row) => <Reference row={row} /> },
    {
      key: 'source',
      title: t('op.topUps.source'),
      optional: 'shown',
      cell: (row) => t(`op.topUps.source.${row.source}`),
    },
    {
      key: 'created',
      title: t('op.topUps.requested'),
      optional: 'shown',
      cell: (row) => <Instant at={row.created_at} />,
    },
    ...((tab === 'pending' || tab === 'reversal' || tab === 'succeeded') && mayAct ? [acts] : []),
  ];
}

function Reference({ row: { reference } }: { row: OperatorTopUp }) {
  const t = useStrings();
  if (reference === null) return t('app.none');
  return (
    <Text size="xs" ff="monospace">
      {grouped(reference)}
    </Text>
  );
}

function useMayAct(): boolean {
  const may = useMay();
  return may('top_ups.confirm') || may('top_ups.refuse') || may('top_ups.reverse');
}

function Acts({ row, onAsk }: { row: OperatorTopUp; onAsk: (asked: Asked) => void }) {
  const t = useStrings();
  const may = useMay();
  const mayAct = useMayAct();
  if (!mayAct) return null;
  if (row.reversal !== null) return <Flag tone="neutral">{t('op.topUps.takenBack')}</Flag>;
  if (row.reversal_request !== null) {
    return (
      may('top_ups.reverse') && (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button size="xs" variant="default" onClick={() => onAsk({ act: 'approve', row })}>
            {t('op.topUps.reversal.approve')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => onAsk({ act: 'decline', row })}>
            {t('op.topUps.reversal.decline')}
          </Button>
        </Group>
      )
    );
  }
  if (row.status === 'succeeded') {
    return (
      may('top_ups.reverse') && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => onAsk({ act: 'takeBack', row })}>
          {t('op.topUps.takeBack')}
        </Button>
      )
    );
  }
  if (row.status !== 'pending') return null;
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {may('top_ups.confirm') && (
        <Button size="xs" variant="default" onClick={() => onAsk({ act: 'confirm', row })}>
          {t('op.topUps.confirm')}
        </Button>
      )}
      {may('top_ups.refuse') && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => onAsk({ act: 'refuse', row })}>
          {t('op.topUps.refuse')}
        </Button>
      )}
    </Group>
  );
}
