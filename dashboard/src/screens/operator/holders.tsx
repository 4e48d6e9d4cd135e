/** The directory: companies, shops, couriers and customers. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { HolderRow } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { oneOf, text } from '../../app/list-filters.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ErasePerson } from './erase-person.tsx';

const statuses = ['pending', 'active', 'suspended', 'closed'] as const;
const kinds = ['company', 'merchant', 'courier', 'customer'] as const;

export function Holders() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, list } = useList({
    key: ['operator', 'holders'],
    filters: { search: text, kind: oneOf(kinds), status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/operator/holders', { params: { query } }),
  });
  const { columns, menus } = useArranged('operator-accounts', useColumns());
  return (
    <Page title={t('op.holders.title')} actions={<ErasePerson />}>
      <ListControls>
        <SearchBox label={t('op.holders.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        <FilterButton active={active} />
        <Choice
          label={t('op.holders.kind')}
          value={filter.kind}
          choices={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind) => narrow({ kind })}
        />
        <Choice
          label={t('op.holders.status')}
          value={filter.status}
          choices={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(status) => narrow({ status })}
        />
        {menus}
      </ListControls>
      <List
        label={t('op.holders.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.holder_id}
        linkTo={useLinkTo()}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('op.holders.noMatch.title')} text={t('op.holders.noMatch.text')} />
          ) : (
            <EmptyState icon="building-store" title={t('op.holders.empty.title')} text={t('op.holders.empty.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={row.name}
            amount={row.held.length > 0 && <Held row={row} />}
            below={
              <>
                {row.status !== 'active' && <StateBadge state={row.status} />}
                <span>{t(`kind.${row.kind}`)}</span>
                {row.owner_email !== null && <span>{row.owner_email}</span>}
              </>
            }
          />
        )}
      />
    </Page>
  );
}

/** One line for each currency. */
function Held({ row: { held } }: { row: HolderRow }) {
  const t = useStrings();
  if (held.length === 0) return t('app.none');
  return held.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} fw={550} />
    </div>
  ));
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ holder_id: id }: HolderRow) =>
    linkOptions({ to: '/h/$holderId/$mode/operator/accounts/$id', params: { holderId, mode, id: String(id) } });
}

function useColumns(): Column<HolderRow>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  return [
    {
      key: 'name',
      title: t('op.holders.name'),
      cell: (row) => (
        <>
          <Link {...linkTo(row)}>{row.name}</Link>
          <Text size="xs" c="dimmed">
            {t('op.holder.id', { id: row.holder_id })}
          </Text>
        </>
      ),
    },
    { key: 'kind', title: t('op.holders.kind'), optional: 'shown', cell: (row) => t(`kind.${row.kind}`) },
    {
      key: 'status',
      title: t('op.holders.status'),
      optional: 'shown',
      cell: (row) => <StateBadge state={row.status} />,
    },
    { key: 'owner', title: t('op.holders.owner'), optional: 'shown', cell: (row) => row.owner_email ?? t('app.none') },
    {
      key: 'balance',
      title: t('op.holders.balance'),
      align: 'end',
      optional: 'shown',
      cell: (row) => <Held row={row} />,
    },
    { key: 'people', title: t('op.holders.people'), align: 'end', optional: 'shown', cell: (row) => row.members },
    { key: 'links', title: t('op.holders.links'), align: 'end', optional: 'hidden', cell: (row) => row.links },
    {
      key: 'since',
      title: t('op.holders.since'),
      optional: 'shown',
      cell: (row) => <Instant at={row.created_at} day />,
    },
  ];
}
