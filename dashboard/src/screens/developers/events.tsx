/** The events of a company or merchant, newest first; each opens to its data. */
import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import type { Event } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls } from '../../ui/list-controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { CausedBy } from '../requests/caused-by.tsx';
import { type EventQuery, eventTypes } from './event-list.ts';
import { ReferenceLink } from './reference-link.tsx';

const indent = 2;

export function Events() {
  const t = useStrings();
  const navigate = useNavigate({ from: '/h/$holderId/$mode/developers/events' });
  const { holderId, mode, api } = useBook();
  const [open, setOpen] = useState<Event | null>(null);
  const { status, cursor } = useSearch({ from: '/signed-in/h/$holderId/$mode/developers/events' });
  const type = eventTypes.find((one) => one === status);
  const asked: EventQuery = {
    ...(type === undefined ? {} : { type }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = useQuery({
    queryKey: ['events', holderId, mode, asked],
    queryFn: () => pageOf(api.GET('/api/v1/events', { params: { query: asked } })),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Event>[] = [
    {
      key: 'type',
      title: t('events.type'),
      cell: (event) => (
        <Anchor component="button" type="button" onClick={() => setOpen(event)}>
          {event.type}
        </Anchor>
      ),
    },
    { key: 'about', title: t('events.about'), cell: (event) => <Subject of={event.subject} /> },
    { key: 'at', title: t('events.at'), cell: (event) => <Instant at={event.created_at} /> },
  ];
  return (
    <Page title={t('events.title')} note={t('events.note')} actions={<ReferenceLink />}>
      <ListControls>
        <Select
          aria-label={t('events.type')}
          placeholder={t('events.type')}
          searchable
          clearable
          value={type ?? null}
          data={eventTypes}
          onChange={(chosen) => navigate({ search: chosen === null ? {} : { status: chosen }, replace: true })}
          w={{ base: '100%', sm: 280 }}
        />
      </ListControls>
      <List
        label={t('events.title')}
        query={query}
        columns={columns}
        idOf={(event) => event.id}
        onOpen={setOpen}
        onNext={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
        onFirst={cursor === undefined ? undefined : () => history.back()}
        empty={
          type === undefined ? (
            <EmptyState icon="history" title={t('events.empty.title')} text={t('events.empty.text')} />
          ) : (
            <EmptyState icon="search" title={t('events.noMatch.title')} text={t('events.noMatch.text')} />
          )
        }
        card={(event) => (
          <CardFacts
            title={event.type}
            below={
              <>
                <span>{subjectOf(event.subject).join(' ')}</span>
                <Instant at={event.created_at} />
              </>
            }
          />
        )}
      />
      <Drawer
        opened={open !== null}
        onClose={() => setOpen(null)}
        position="right"
        size="lg"
        title={open?.type}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {open !== null && (
          <Stack gap="md">
            <Group gap="lg">
              <Copyable value={open.id} what={t('events.id')} />
              <Text c="dimmed" component="div">
                <Instant at={open.created_at} />
              </Text>
            </Group>
            {open.request_id !== null && <CausedBy requestId={open.request_id} />}
            <Snippet text={JSON.stringify(open.data, null, indent)} what={t('events.data')} maxHeight="none" />
          </Stack>
        )}
      </Drawer>
    </Page>
  );
}

/** What an event is about: its kind in words, and its ID. */
function Subject({ of }: { of: string }) {
  const t = useStrings();
  const [kind, id] = subjectOf(of);
  return (
    <Group gap={6} wrap="nowrap">
      <span>{kind}</span>
      {id !== '' && <Copyable value={id} what={t('events.about.id')} />}
    </Group>
  );
}

/** "top_up:top_1" is about the Top-up top_1. */
function subjectOf(subject: string): [kind: string, id: string] {
  const end = subject.indexOf(':');
  const kind = subject.slice(0, end).replaceAll('_', ' ');
  return [kind.charAt(0).toUpperCase() + kind.slice(1), subject.slice(end + 1)];
}
