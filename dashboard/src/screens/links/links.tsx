/** A company's links to merchants and couriers, with the ids that splits name. */
import { Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkHistory } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, text } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice, ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toast.ts';
import { LinksFrame } from './links-frame.tsx';

const statuses = ['active', 'ended'] as const;

export function Links() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const [open, setOpen] = useState<{ what: 'end' | 'widen'; link: LinkHistory } | null>(null);
  const { filter, isNarrowed, narrow, query, list } = useList({
    key: ['links'],
    filters: { search: text, status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/links', { params: { query } }),
  });
  const mayEnd = ({ modes }: LinkHistory) => may('links.end', modes);
  const mayWiden = ({ modes }: LinkHistory) => may('links.widen') && !modes.includes('live');
  const actionsOf = (link: LinkHistory): RowAction[] =>
    link.status === 'ended'
      ? []
      : [
          ...(mayWiden(link)
            ? [{ label: t('links.widen'), icon: 'check' as const, onClick: () => setOpen({ what: 'widen', link }) }]
            : []),
          ...(mayEnd(link)
            ? [
                {
                  label: t('links.end'),
                  icon: 'x' as const,
                  onClick: () => setOpen({ what: 'end', link }),
                  destroys: true,
                },
              ]
            : []),
        ];
  const menuOf = (link: LinkHistory) => (
    <RowMenu label={t('row.actions', { what: link.name })} actions={actionsOf(link)} />
  );
  const idOf = (link: LinkHistory) => <Copyable value={String(link.id)} what={`${t('links.id')} ${link.name}`} />;
  const modesOf = ({ modes }: LinkHistory) => t(modes.includes('live') ? 'links.modes.both' : 'links.modes.test');
  const columns: Column<LinkHistory>[] = [
    { key: 'id', title: t('links.id'), width: 110, cell: idOf },
    {
      key: 'name',
      title: t('links.name'),
      cell: (link) => (
        <Text span fw={550}>
          {link.name}
        </Text>
      ),
    },
    { key: 'type', title: t('links.type'), cell: (link) => t(`party.${link.type}`) },
    { key: 'modes', title: t('links.modes'), cell: modesOf },
    { key: 'status', title: t('links.status'), cell: (link) => <StateBadge state={link.status} /> },
    { key: 'since', title: t('links.since'), cell: (link) => <Instant at={link.created_at} day /> },
    ...(query.data?.data.some((link) => actionsOf(link).length > 0)
      ? [{ key: 'actions', title: t('row.header'), align: 'right' as const, width: 90, cell: menuOf }]
      : []),
  ];
  return (
    <LinksFrame>
      <ListControls>
        <SearchBox label={t('links.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        <Choice
          label={t('links.status')}
          value={filter.status}
          choices={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(status) => narrow({ status })}
        />
      </ListControls>
      <List
        label={t('links.title')}
        list={list}
        columns={columns}
        idOf={(link) => link.id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('links.noMatch.title')} text={t('links.noMatch.text')} />
          ) : (
            <EmptyState icon="link" title={t('links.empty.title')} text={t('links.empty.text')} />
          )
        }
        card={(link) => (
          <CardFacts
            title={link.name}
            amount={menuOf(link)}
            below={
              <>
                <Group gap={4}>
                  {t('links.id')} {idOf(link)}
                </Group>
                <StateBadge state={link.status} />
                <span>
                  {t(`party.${link.type}`)} · {modesOf(link)}
                </span>
              </>
            }
          />
        )}
      />
      {open !== null && <ChangeLink key={open.link.id} {...open} onClose={() => setOpen(null)} />}
    </LinksFrame>
  );
}

function ChangeLink({ what, link, onClose }: { what: 'end' | 'widen'; link: LinkHistory; onClose: () => void }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const { id, name } = link;
  const change = useMutation({
    mutationFn: async () => {
      const asked = { params: { path: { id: String(id) } } };
      if (what === 'end') await api.POST('/api/v1/beneficiaries/{id}/end', asked);
      else await api.POST('/api/v1/beneficiaries/{id}/widen', asked);
    },
    onSuccess: () => {
      showToast(t(what === 'end' ? 'links.wasEnded' : 'links.widened', { name }));
      onClose();
      return queries.invalidateQueries({ queryKey: ['links', holderId, mode] });
    },
  });
  const endText = link.modes.includes('live') ? 'links.end.text' : 'links.end.textTest';
  return (
    <Confirm
      title={t(`links.${what}.title`, { name })}
      action={t(`links.${what}`)}
      destroys={what === 'end'}
      onConfirm={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      {what === 'end' ? t(endText, { id: String(id), name }) : t('links.widen.text')}
    </Confirm>
  );
}
