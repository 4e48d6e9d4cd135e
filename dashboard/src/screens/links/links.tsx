/** A company's links to merchants and couriers, with the ids that splits name. */
import { Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LinkRow } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { oneOf, text } from '../../app/list-filters.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterButton } from '../../ui/filter-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { type RowAction, useRowMenus } from '../../ui/row-menu.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { LazyCityOffer } from '../test-city/lazy-city-offer.tsx';
import { ChangeLink, type LinkChange, useLinkChanges } from './change-link.tsx';
import { LinksFrame } from './links-frame.tsx';

const statuses = ['active', 'ended'] as const;

export function Links() {
  const t = useStrings();
  const { api } = useBook();
  const [open, setOpen] = useState<LinkChange>();
  const { filter, active, isNarrowed, narrow, query, list, hasNone } = useList({
    key: ['links'],
    filters: { search: text, status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/links', { params: { query } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/links', { params: { query: narrowed } }),
      words: (count) => t('totals.links', { count }),
    },
  });
  const { columns, menus } = useArranged('links', useColumns());
  const { menuOf, menuColumns } = useRowMenus({
    rows: query.data?.data,
    nameOf: ({ name }) => name,
    actionsOf: useActions(setOpen),
  });
  return (
    <LinksFrame>
      {!hasNone && (
        <ListControls>
          <SearchBox label={t('links.search')} value={filter.search} onChange={(search) => narrow({ search })} />
          <FilterButton active={active} />
          <Choice
            label={t('links.status')}
            value={filter.status}
            choices={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(status) => narrow({ status })}
          />
          {menus}
        </ListControls>
      )}
      <List
        label={t('links.title')}
        list={list}
        columns={[...columns, ...menuColumns]}
        idOf={(link) => link.id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('links.noMatch.title')} text={t('links.noMatch.text')} />
          ) : (
            <EmptyState
              icon="link"
              title={t('links.empty.title')}
              text={t('links.empty.text')}
              action={<LazyCityOffer />}
            />
          )
        }
        card={(link) => <LinkCard link={link} menu={menuOf(link)} />}
      />
      {open !== undefined && <ChangeLink key={open.link.id} {...open} onClose={() => setOpen(undefined)} />}
    </LinksFrame>
  );
}

function useActions(setOpen: (open: LinkChange) => void): (link: LinkRow) => RowAction[] {
  const t = useStrings();
  const changesOf = useLinkChanges();
  return (link) =>
    changesOf(link).map((what) => ({
      label: t(`links.${what}`),
      icon: what === 'end' ? 'x' : 'check',
      onClick: () => setOpen({ what, link }),
      destroys: what === 'end',
    }));
}

function useColumns(): Column<LinkRow>[] {
  const t = useStrings();
  const modesOf = useModesWords();
  return [
    { key: 'id', title: t('links.id'), width: 110, cell: (link) => <LinkId link={link} /> },
    {
      key: 'name',
      title: t('links.name'),
      cell: (link) => (
        <Text span fw={550}>
          <PayeeLink link={link.id}>{link.name}</PayeeLink>
        </Text>
      ),
    },
    { key: 'type', title: t('links.type'), optional: 'shown', cell: (link) => t(`party.${link.type}`) },
    {
      key: 'available',
      title: t('links.available'),
      align: 'end',
      optional: 'shown',
      cell: (link) => (link.available.length === 0 ? t('app.none') : <Available link={link} />),
    },
    { key: 'modes', title: t('links.modes'), optional: 'shown', cell: modesOf },
    { key: 'status', title: t('links.status'), optional: 'shown', cell: (link) => <StateBadge state={link.status} /> },
    { key: 'since', title: t('links.since'), optional: 'shown', cell: (link) => <Instant at={link.created_at} day /> },
  ];
}

function LinkCard({ link, menu }: { link: LinkRow; menu: ReactNode }) {
  const t = useStrings();
  const modesOf = useModesWords();
  return (
    <CardFacts
      title={<PayeeLink link={link.id}>{link.name}</PayeeLink>}
      amount={
        <Group gap={4} wrap="nowrap">
          <Available link={link} />
          {menu}
        </Group>
      }
      below={
        <>
          <Group gap={4}>
            {t('links.id')} <LinkId link={link} />
          </Group>
          <span>{t(`party.${link.type}`)}</span>
          {link.status !== 'active' && <StateBadge state={link.status} />}
          {!link.modes.includes('live') && <span>{modesOf(link)}</span>}
        </>
      }
    />
  );
}

/** What the payee can pay out, the largest first. */
const Available = ({ link: { available } }: { link: LinkRow }) => (
  <div>
    {available.map(({ currency, amount }) => (
      <div key={currency}>
        <Money amount={amount} currency={currency} fw={550} />
      </div>
    ))}
  </div>
);

function LinkId({ link: { id, name } }: { link: LinkRow }) {
  const t = useStrings();
  return <Copyable value={String(id)} what={`${t('links.id')} ${name}`} />;
}

function useModesWords(): (link: LinkRow) => string {
  const t = useStrings();
  return ({ modes }) => t(modes.includes('live') ? 'links.modes.both' : 'links.modes.test');
}
