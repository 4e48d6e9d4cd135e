/** The API keys of a company or merchant in one mode. */
import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Key } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { trueOrFalse, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { PlaceAbove } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { type RowAction, useRowMenus } from '../../ui/row-menu.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { AppSchemes } from './app-schemes.tsx';
import type { NewKey } from './first-call.ts';
import { MakeKey, RevokeKey, RotateKey } from './key-dialogs.tsx';
import { KeyEmbed } from './key-embed.tsx';
import { KeyFormat } from './key-format.tsx';
import { ShowNewKey } from './new-key.tsx';
import { ReferenceLink } from './reference-link.tsx';

type Open =
  | { what: 'make' }
  | { what: 'rotate' | 'revoke' | 'format' | 'embed'; pair: Key }
  | { what: 'show'; made: NewKey };

export function Keys() {
  const t = useStrings();
  const { mode, api, holder } = useBook();
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const { filter, narrow, query, list, hasNone } = useList({
    key: ['keys'],
    filters: { works: withUsual(trueOrFalse, true) },
    read: (query) => api.GET('/api/v1/keys', { params: { query } }),
  });
  const { works } = filter;
  const make = () => setOpen({ what: 'make' });
  const { menuOf, menuColumns } = useRowMenus({
    rows: query.data?.data,
    nameOf: (pair) => pair.label || pair.client_id,
    actionsOf: useActions(works, setOpen),
    width: 78,
  });
  return (
    <>
      {holder.is_only_payee && <PlaceAbove />}
      <Page
        title={t('keys.title')}
        note={t(`keys.note.${mode}`)}
        actions={
          <>
            <ReferenceLink />
            {may('keys.make') && !(works && hasNone) && <MakeButton onClick={make} />}
          </>
        }
      >
        <DeveloperTabs />
        <Group>
          <SegmentedControl
            aria-label={t('keys.status')}
            value={works ? 'working' : 'ended'}
            data={(['working', 'ended'] as const).map((value) => ({ value, label: t(`choice.${value}`) }))}
            onChange={(value) => narrow({ works: value === 'working' })}
          />
        </Group>
        <List
          label={t('keys.title')}
          list={list}
          columns={[...useColumns(), ...menuColumns]}
          idOf={(pair) => pair.client_id}
          empty={
            works ? (
              <EmptyState
                icon="key"
                title={t('keys.empty.title')}
                text={t('keys.empty.text')}
                action={may('keys.make') && <MakeButton onClick={make} />}
              />
            ) : (
              <EmptyState icon="key" title={t('keys.emptyEnded.title')} text={t('keys.emptyEnded.text')} />
            )
          }
          card={(pair) => <KeyCard pair={pair} menu={menuOf(pair)} />}
        />
        {holder.kind === 'merchant' && !holder.is_only_payee && may('app_schemes.read') && <AppSchemes />}
        {open !== undefined && <KeyDialog open={open} setOpen={setOpen} />}
      </Page>
    </>
  );
}

function MakeButton({ onClick }: { onClick: () => void }) {
  const t = useStrings();
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={onClick}>
      {t('keys.make')}
    </Button>
  );
}

function useActions(works: boolean, setOpen: (open: Open) => void): (pair: Key) => RowAction[] {
  const t = useStrings();
  const may = useMay();
  const { holder } = useBook();
  const hasFormats = holder.kind === 'merchant' && may('webhooks.change') && works;
  const hasEmbedders = holder.kind === 'merchant' && may('embed_origins.change') && works;
  return (pair) => [
    ...(hasFormats
      ? [{ label: t('keys.format'), icon: 'webhook' as const, onClick: () => setOpen({ what: 'format', pair }) }]
      : []),
    ...(hasEmbedders
      ? [{ label: t('keys.embed'), icon: 'building-store' as const, onClick: () => setOpen({ what: 'embed', pair }) }]
      : []),
    ...(may('keys.rotate') && pair.status === 'active'
      ? [{ label: t('keys.rotate'), icon: 'refresh' as const, onClick: () => setOpen({ what: 'rotate', pair }) }]
      : []),
    ...(may('keys.revoke') && works
      ? [
          {
            label: t('keys.revoke'),
            icon: 'x' as const,
            onClick: () => setOpen({ what: 'revoke', pair }),
            destroys: true,
          },
        ]
      : []),
  ];
}

function useColumns(): Column<Key>[] {
  const t = useStrings();
  return [
    {
      key: 'label',
      title: t('keys.label'),
      width: 154,
      cell: (pair) => (
        <Text span fw={550}>
          <Label pair={pair} />
        </Text>
      ),
    },
    {
      key: 'client_id',
      title: t('keys.clientId'),
      cell: (pair) => (
        <div style={{ whiteSpace: 'nowrap' }}>
          <Copyable value={pair.client_id} what={t('keys.clientId')} />
        </div>
      ),
    },
    { key: 'status', title: t('keys.status'), cell: (pair) => <Status pair={pair} isStacked /> },
    { key: 'last_used', title: t('keys.lastUsed'), cell: (pair) => <LastUsed pair={pair} /> },
    { key: 'created', title: t('keys.created'), cell: (pair) => <Instant at={pair.created_at} day /> },
  ];
}

function KeyCard({ pair, menu }: { pair: Key; menu: ReactNode }) {
  const t = useStrings();
  return (
    <CardFacts
      title={<Label pair={pair} />}
      amount={menu}
      below={
        <>
          <Copyable value={pair.client_id} what={t('keys.clientId')} />
          <Status pair={pair} />
          <span>
            {t('keys.lastUsed')}: <LastUsed pair={pair} />
          </span>
        </>
      }
    />
  );
}

function KeyDialog({ open, setOpen }: { open: Open; setOpen: (open: Open | undefined) => void }) {
  const close = () => setOpen(undefined);
  const show = (made: NewKey) => setOpen({ what: 'show', made });
  if (open.what === 'make') return <MakeKey onClose={close} onMade={show} />;
  if (open.what === 'show') return <ShowNewKey pair={open.made} onClose={close} />;
  if (open.what === 'rotate') return <RotateKey pair={open.pair} onClose={close} onMade={show} />;
  if (open.what === 'format') return <KeyFormat pair={open.pair} onClose={close} />;
  if (open.what === 'embed') return <KeyEmbed pair={open.pair} onClose={close} />;
  return <RevokeKey pair={open.pair} onClose={close} />;
}

function Label({ pair }: { pair: Key }) {
  const t = useStrings();
  if (pair.label !== '') return pair.label;
  return (
    <Text span c="dimmed">
      {t('keys.noLabel')}
    </Text>
  );
}

function Status({ pair, isStacked = false }: { pair: Key; isStacked?: boolean }) {
  const t = useStrings();
  return (
    <Box display="inline-block" {...(isStacked ? { maw: 122 } : {})}>
      <StateBadge state={pair.status} />
      {pair.status === 'ending' && pair.expires_at !== null && (
        <Text span size="xs" c="dimmed">
          {' '}
          {t('keys.until')} <Instant at={pair.expires_at} />
        </Text>
      )}
    </Box>
  );
}

function LastUsed({ pair }: { pair: Key }) {
  const t = useStrings();
  return pair.last_used_at === null ? t('keys.never') : <Instant at={pair.last_used_at} />;
}
