/** All cash that left a payee's hands, newest first. */
import type { OwnCashHandover } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { useRowMenus } from '../../ui/row-menu.tsx';
import { HandoverBadge } from './handover-badge.tsx';
import { HandoverWords } from './handover-words.tsx';
import { useHandoverActions } from './use-decision.ts';

export function OwnHandovers() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const { query, list } = useList({
    key: ['earnings-cash', 'handovers'],
    filters: {},
    read: (query) => api.GET('/api/v1/earnings/cash/handovers', { params: { query } }),
  });
  const actionsOf = useHandoverActions('link');
  const { menuOf, menuColumns } = useRowMenus({
    rows: query.data?.data,
    nameOf: ({ company }) => company,
    actionsOf: (row) => (may('own_cash.hand_over') ? actionsOf(row) : []),
  });
  const columns: Column<OwnCashHandover>[] = [
    { key: 'date', title: t('cash.handovers.date'), width: 190, cell: (row) => <Instant at={row.created_at} /> },
    { key: 'what', title: t('cash.handovers.what'), cell: (row) => <HandoverWords handover={row} side="link" /> },
    { key: 'status', title: t('cash.handovers.status'), width: 150, cell: (row) => <HandoverBadge of={row} /> },
    {
      key: 'amount',
      title: t('cash.handovers.amount'),
      align: 'end',
      width: 140,
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    ...menuColumns,
  ];
  return (
    <List
      label={t('earnings.view.cash')}
      list={list}
      columns={columns}
      idOf={(row) => row.handover_id}
      at={(row) => row.created_at}
      empty={<EmptyState icon="coins" title={t('ownCash.empty.title')} text={t('ownCash.empty.text')} />}
      card={(row) => (
        <CardFacts
          title={<HandoverWords handover={row} side="link" />}
          amount={
            <>
              <Money amount={row.amount} currency={row.currency} /> {menuOf(row)}
            </>
          }
          when={<Instant at={row.created_at} />}
          below={<HandoverBadge of={row} />}
        />
      )}
    />
  );
}
