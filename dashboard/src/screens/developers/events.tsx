/** The events of a company or merchant, newest first; each opens to its data. */
import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
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
import { Page } from '../../ui/page.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { CausedBy } from '../requests/caused-by.tsx';
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
        <Anchor component="button" type="button" onClick={() => setOpen(event)}>
          {event.type}
        </Anchor>
      ),
    },
    { key: 'about', title: t('events.about'), cell: (event) => <Subject of={event} /> },
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
        onOpen={setOpen}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('events.noMatch.title')} text={t('events.noMatch.text')} />
          ) : (
            <EmptyState icon="history" title={t('events.empty.title')} text={t('events.empty.text')} />
          )
        }
        card={(event) => (
          <CardFacts
            title={event.type}
            below={
              <>
                <span style={{ overflowWrap: 'anywhere' }}>{about(event)}</span>
                <Instant at={event.created_at} />
              </>
            }
          />
        )}
      />
      <EventDrawer event={open} onClose={() => setOpen(null)} />
    </Page>
  );
}

function EventDrawer({ event, onClose }: { event: Event | null; onClose: () => void }) {
  const t = useStrings();
  return (
    <Drawer
      opened={event !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={event?.type}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {event !== null && (
        <Stack gap="md">
          <Group gap="lg">
            <Copyable value={event.id} what={t('events.id')} />
            <Text c="dimmed" component="div">
              <Instant at={event.created_at} />
            </Text>
          </Group>
          <Subject of={event} />
          {event.request_id !== null && <CausedBy requestId={event.request_id} />}
          <Snippet text={JSON.stringify(event.data, null, indent)} what={t('events.data')} maxHeight="none" />
        </Stack>
      )}
    </Drawer>
  );
}

/** What an event is about: an order by its reference, and whatever has a page as a link; of anything else its ID. */
function Subject({ of: { subject, data } }: { of: Event }) {
  const t = useStrings();
  const [kind, id] = subjectOf(subject);
  const link = useSubjectLink()(subject, data);
  if (link !== undefined) {
    return (
      <Link {...link.options}>
        {kind} {link.name}
      </Link>
    );
  }
  return (
    <Group gap={6} wrap="nowrap">
      <span>{kind}</span>
      {id !== '' && <Copyable value={id} what={t('events.about.id')} />}
    </Group>
  );
}

function useSubjectLink() {
  const { holder, holderId, mode } = useBook();
  const params = { holderId, mode };
  return (subject: string, data: Event['data']) => {
    const end = subject.indexOf(':');
    const [kind, id] = [subject.slice(0, end), subject.slice(end + 1)];
    const { partner_order_ref: ref } = data as { partner_order_ref?: unknown };
    if (holder.kind === 'company' && (kind === 'order' || kind === 'order_refund') && typeof ref === 'string') {
      return { name: ref, options: linkOptions({ to: '/h/$holderId/$mode/orders/$ref', params: { ...params, ref } }) };
    }
    if (holder.kind === 'company' && kind === 'settlement') {
      return {
        name: id,
        options: linkOptions({ to: '/h/$holderId/$mode/settlements/$id', params: { ...params, id } }),
      };
    }
    if (holder.kind === 'merchant' && kind === 'payment') {
      return { name: id, options: linkOptions({ to: '/h/$holderId/$mode/payments/$id', params: { ...params, id } }) };
    }
    return undefined;
  };
}

/** For a card, which is opened as a whole. */
function about({ subject, data }: Event): string {
  const [kind, id] = subjectOf(subject);
  const { partner_order_ref: ref } = data as { partner_order_ref?: unknown };
  return `${kind} ${typeof ref === 'string' ? ref : id}`;
}

/** "top_up:top_1" is about the Top-up top_1. */
function subjectOf(subject: string): [kind: string, id: string] {
  const end = subject.indexOf(':');
  const kind = subject.slice(0, end).replaceAll('_', ' ');
  return [kind.charAt(0).toUpperCase() + kind.slice(1), subject.slice(end + 1)];
}
