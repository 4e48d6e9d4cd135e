/** All cash that left payees' hands, newest first, with what can still be decided. */

import type { CashHandover } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { oneOf } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { useRowMenus } from '../../ui/row-menu.tsx';
import { CashFrame } from './cash-frame.tsx';
import { HandoverBadge } from './handover-badge.tsx';
import { HandoverWords } from './handover-words.tsx';
import { useHandoverActions } from './use-decision.ts';

const statuses = ['waiting', 'posted', 'declined', 'withdrawn'] as const;

export function Handovers() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const { filter, isNarrowed, narrow, query, list } = useList({
    key: ['cash', 'handovers'],
    filters: { status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/cash/handovers', { params: { query } }),
  });
  const { columns, menus } = useArranged('cash-handovers', useColumns());
  const actionsOf = useHandoverActions('company');
  const { menuOf, menuColumns } = useRowMenus({
    rows: query.data?.data,
    nameOf: ({ beneficiary_name: name }) => name,
    actionsOf: (row) => (may('cash.record') ? actionsOf(row) : []),
  });
  return (
    <CashFrame>
      <ListControls>
        <Choice
          label={t('cash.handovers.status')}
          value={filter.status}
          choices={statuses.map((value) => ({ value, label: t(`cash.status.${value}`) }))}
          onChange={(status) => narrow({ status })}
        />
        {menus}
      </ListControls>
      <List
        label={t('cash.tab.handovers')}
        list={list}
        columns={[...columns, ...menuColumns]}
        idOf={(row) => row.handover_id}
        at={(row) => row.created_at}
        empty={
          isNarrowed ? (
            <EmptyState
              icon="search"
              title={t('cash.handovers.noMatch.title')}
              text={t('cash.handovers.noMatch.text')}
            />
          ) : (
            <EmptyState icon="coins" title={t('cash.handovers.empty.title')} text={t('cash.handovers.empty.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={<PayeeLink link={row.beneficiary_ref}>{row.beneficiary_name}</PayeeLink>}
            amount={
              <>
                <Money amount={row.amount} currency={row.currency} /> {menuOf(row)}
              </>
            }
            when={<Instant at={row.created_at} />}
            below={
              <>
                <HandoverBadge of={row} />
                <HandoverWords handover={row} side="company" />
              </>
            }
          />
        )}
      />
    </CashFrame>
  );
}

function useColumns(): Column<CashHandover>[] {
  const t = useStrings();
  return [
    { key: 'date', title: t('cash.handovers.date'), width: 180, cell: (row) => <Instant at={row.created_at} /> },
    {
      key: 'payee',
      title: t('cash.payee'),
      width: 180,
      cell: (row) => <PayeeLink link={row.beneficiary_ref}>{row.beneficiary_name}</PayeeLink>,
    },
    {
      key: 'what',
      title: t('cash.handovers.what'),
      optional: 'shown',
      cell: (row) => <HandoverWords handover={row} side="company" />,
    },
    {
      key: 'status',
      title: t('cash.handovers.status'),
      width: 150,
      optional: 'shown',
      cell: (row) => <HandoverBadge of={row} />,
    },
    {
      key: 'amount',
      title: t('cash.handovers.amount'),
      align: 'end',
      width: 140,
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
  ];
}
