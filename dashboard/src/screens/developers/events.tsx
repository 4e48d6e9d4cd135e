/** The events of a company or merchant, newest first; each opens to its data. */
import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { eventTypes } from '../../api/event-types.generated.ts';
import type { Event } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { oneOf } from '../../app/list-filters.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls } from '../../ui/list-controls.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { CausedBy } from '../requests/caused-by.tsx';
import { EventFacts, EventSubject, subjectOf } from './event-subject.tsx';
import { ReferenceLink } from './reference-link.tsx';

const indent = 2;

export function Events() {
  const t = useStrings();
  const { api } = useBook();
  const [open, setOpen] = useState<Event | null>(null);
  const { filter, isNarrowed, narrow, list } = useList({
    key: ['events'],
    filters: { type: oneOf(eventTypes) },
    read: (query) => api.GET('/api/v1/events', { params: { query } }),
  });
  const columns: Column<Event>[] = [
    {
      key: 'type',
      title: t('events.type'),
      cell: (event) => (
        <Anchor component="button" type="button" c="inherit" onClick={() => setOpen(event)}>
          {event.type}
        </Anchor>
      ),
    },
    { key: 'about', title: t('events.about'), cell: (event) => <EventSubject of={event} /> },
    { key: 'at', title: t('events.at'), cell: (event) => <Instant at={event.created_at} /> },
  ];
  return (
    <Page title={t('events.title')} note={t('events.note')} actions={<ReferenceLink />}>
      <DeveloperTabs />
      <ListControls>
        <Select
          aria-label={t('events.type')}
          placeholder={t('events.type')}
          searchable
          clearable
          value={filter.type ?? null}
          data={eventTypes}
          onChange={(chosen) => narrow({ type: eventTypes.find((one) => one === chosen) })}
          w={{ base: '100%', sm: 280 }}
        />
      </ListControls>
      <List
        label={t('events.title')}
        list={list}
        columns={columns}
        idOf={(event) => event.id}
        at={(event) => event.created_at}
        onOpen={setOpen}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('events.noMatch.title')} text={t('events.noMatch.text')} />
          ) : (
            <EmptyState icon="history" title={t('events.empty.title')} text={t('events.empty.text')} />
          )
        }
        card={(event) => <EventRow event={event} />}
      />
      <EventDrawer event={open} onClose={() => setOpen(null)} />
    </Page>
  );
}

function EventRow({ event }: { event: Event }) {
  const { amount } = subjectOf(event);
  return (
    <CardFacts
      title={event.type}
      amount={amount !== undefined && <Money {...amount} />}
      when={<Instant at={event.created_at} />}
      below={<EventFacts of={event} />}
    />
  );
}

function EventDrawer({ event, onClose }: { event: Event | null; onClose: () => void }) {
  const t = useStrings();
  return (
    <Drawer opened={event !== null} onClose={onClose} position="right" size="lg" title={event?.type}>
      {event !== null && (
        <Stack gap="md">
          <Group gap="lg">
            <Copyable value={event.id} what={t('events.id')} />
            <Text c="dimmed" component="div">
              <Instant at={event.created_at} />
            </Text>
          </Group>
          <EventSubject of={event} />
          {event.request_id !== null && <CausedBy requestId={event.request_id} />}
          <Snippet text={JSON.stringify(event.data, null, indent)} what={t('events.data')} maxHeight="none" />
        </Stack>
      )}
    </Drawer>
  );
}
