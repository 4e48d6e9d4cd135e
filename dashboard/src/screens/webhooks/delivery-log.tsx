/** What became of the events of an endpoint, newest first. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookDelivery, WebhookEndpointInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Choice } from '../../ui/list-controls.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRowMenus } from '../../ui/row-menu.tsx';
import { DeliveryBadge } from './endpoint-words.tsx';
import { area, pollWhenDue, useOutcomes, useRefresh } from './queries.ts';
import { ResendFailed, ResendOne, ResendRange } from './resend-dialogs.tsx';

type Status = WebhookDelivery['status'];
/** Complete by its type: a new status does not compile until it is here. */
const statusWords = {
  pending: 'webhooks.pending',
  delivered: 'state.delivered',
  parked: 'state.failed',
} as const satisfies Record<Status, string>;
const statuses = Object.keys(statusWords) as Status[];

export function DeliveryLog({ endpoint }: { endpoint: WebhookEndpointInFull }) {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const refresh = useRefresh();
  const [open, setOpen] = useState<WebhookDelivery | 'failed' | 'range'>();
  const id = endpoint.endpoint_id;
  const { filter, isNarrowed, narrow, query, list } = useList({
    key: [area, id, 'deliveries'],
    filters: { status: oneOf(statuses) },
    read: (query) => api.GET('/api/v1/webhook-endpoints/{id}/deliveries', { params: { path: { id }, query } }),
    refetchInterval: ({ state }) => pollWhenDue(state.data?.data ?? []),
  });
  useOutcomes(endpoint, query.data?.data);
  const mayResend = may('webhooks.resend') && endpoint.status === 'active';
  const close = () => setOpen(undefined);
  const { menuOf, menuColumns } = useRowMenus<WebhookDelivery>({
    rows: query.data?.data,
    nameOf: ({ type }) => type,
    actionsOf: (delivery) =>
      mayResend ? [{ label: t('webhooks.resend'), icon: 'refresh', onClick: () => setOpen(delivery) }] : [],
  });
  const columns = useColumns(id);
  return (
    <Panel
      title={t('webhooks.log')}
      actions={mayResend && <ResendButtons hasFailed={endpoint.parked > 0} onOpen={setOpen} />}
    >
      <Group mb="md">
        <Choice
          label={t('webhooks.status')}
          value={filter.status}
          choices={statuses.map((value) => ({ value, label: t(statusWords[value]) }))}
          onChange={(status) => narrow({ status })}
        />
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Icon name="refresh" size={14} />}
          loading={query.isFetching && !query.isPending}
          onClick={() => void refresh()}
        >
          {t('webhooks.reload')}
        </Button>
      </Group>
      <List
        label={t('webhooks.log.list')}
        list={list}
        columns={[...columns, ...menuColumns]}
        idOf={(delivery) => delivery.event_id}
        at={(delivery) => delivery.created_at}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('webhooks.log.noMatch.title')} text={t('webhooks.log.noMatch.text')} />
          ) : (
            <EmptyState icon="webhook" title={t('webhooks.log.empty.title')} text={t('webhooks.log.empty.text')} />
          )
        }
        card={(delivery) => <DeliveryCard endpointId={id} delivery={delivery} menu={menuOf(delivery)} />}
      />
      {open === 'failed' && <ResendFailed endpoint={endpoint} onClose={close} />}
      {open === 'range' && <ResendRange endpoint={endpoint} onClose={close} />}
      {typeof open === 'object' && <ResendOne delivery={open} onClose={close} />}
    </Panel>
  );
}

type ResendProps = { hasFailed: boolean; onOpen: (range: 'failed' | 'range') => void };

function ResendButtons({ hasFailed, onOpen }: ResendProps) {
  const t = useStrings();
  return (
    <>
      {hasFailed && (
        <Button variant="default" size="xs" onClick={() => onOpen('failed')}>
          {t('webhooks.resendFailed')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => onOpen('range')}>
        {t('webhooks.range')}
      </Button>
    </>
  );
}

function useColumns(endpointId: string): Column<WebhookDelivery>[] {
  const t = useStrings();
  return [
    {
      key: 'type',
      title: t('webhooks.event'),
      cell: (delivery) => <DeliveryLink endpointId={endpointId} delivery={delivery} />,
    },
    { key: 'status', title: t('webhooks.status'), cell: (delivery) => <Outcome delivery={delivery} /> },
    { key: 'attempts', title: t('webhooks.attempts'), align: 'end', cell: ({ attempts }) => attempts },
    { key: 'created', title: t('webhooks.queuedAt'), cell: (delivery) => <Instant at={delivery.created_at} exact /> },
  ];
}

type DeliveryProps = { endpointId: string; delivery: WebhookDelivery };

function DeliveryCard({ endpointId, delivery, menu }: DeliveryProps & { menu: ReactNode }) {
  const t = useStrings();
  return (
    <CardFacts
      title={<DeliveryLink endpointId={endpointId} delivery={delivery} />}
      amount={menu}
      when={<Instant at={delivery.created_at} exact />}
      below={
        <>
          <Outcome delivery={delivery} />
          <span>{t('webhooks.attemptsMade', { count: delivery.attempts })}</span>
        </>
      }
    />
  );
}

function DeliveryLink({ endpointId: id, delivery: { event_id: eventId, type } }: DeliveryProps) {
  const { holderId, mode } = useBook();
  return (
    <Link to="/h/$holderId/$mode/webhooks/$id/$eventId" params={{ holderId, mode, id, eventId }}>
      {type}
    </Link>
  );
}

function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const t = useStrings();
  const { reason, status, next_attempt_at: next } = delivery;
  return (
    <Group gap={6}>
      <DeliveryBadge delivery={delivery} />
      {reason !== null && (
        <Text span size="xs" c="dimmed">
          {t(`webhooks.reason.${reason}`)}
        </Text>
      )}
      {status === 'pending' && delivery.attempts > 0 && next !== null && (
        <Text span size="xs" c="dimmed">
          {t('webhooks.nextAttempt')}: <Instant at={next} exact />
        </Text>
      )}
    </Group>
  );
}
