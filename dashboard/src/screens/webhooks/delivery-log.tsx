/** What became of the events of an endpoint, newest first. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
import { RowMenu } from '../../ui/row-menu.tsx';
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
  const { holderId, mode, api } = useBook();
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
  const menuOf = (delivery: WebhookDelivery) => (
    <RowMenu
      label={t('row.actions', { what: delivery.type })}
      actions={
        mayResend ? [{ label: t('webhooks.resend'), icon: 'refresh' as const, onClick: () => setOpen(delivery) }] : []
      }
    />
  );
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'type',
      title: t('webhooks.event'),
      cell: (delivery) => (
        <Link to="/h/$holderId/$mode/webhooks/$id/$eventId" params={{ holderId, mode, id, eventId: delivery.event_id }}>
          {delivery.type}
        </Link>
      ),
    },
    { key: 'status', title: t('webhooks.status'), cell: (delivery) => <Outcome delivery={delivery} /> },
    { key: 'attempts', title: t('webhooks.attempts'), align: 'right', cell: ({ attempts }) => attempts },
    { key: 'created', title: t('webhooks.queuedAt'), cell: (delivery) => <Instant at={delivery.created_at} exact /> },
    ...(mayResend
      ? [{ key: 'actions', title: t('row.header'), align: 'right' as const, width: 90, cell: menuOf }]
      : []),
  ];
  const resendButtons = mayResend && (
    <>
      {endpoint.parked > 0 && (
        <Button variant="default" size="xs" onClick={() => setOpen('failed')}>
          {t('webhooks.resendFailed')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => setOpen('range')}>
        {t('webhooks.range')}
      </Button>
    </>
  );
  return (
    <Panel title={t('webhooks.log')} actions={resendButtons}>
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
        columns={columns}
        idOf={(delivery) => delivery.event_id}
        empty={
          isNarrowed ? (
            <EmptyState icon="search" title={t('webhooks.log.noMatch.title')} text={t('webhooks.log.noMatch.text')} />
          ) : (
            <EmptyState icon="webhook" title={t('webhooks.log.empty.title')} text={t('webhooks.log.empty.text')} />
          )
        }
        card={(delivery) => (
          <CardFacts
            title={
              <Link
                to="/h/$holderId/$mode/webhooks/$id/$eventId"
                params={{ holderId, mode, id, eventId: delivery.event_id }}
              >
                {delivery.type}
              </Link>
            }
            amount={menuOf(delivery)}
            below={
              <>
                <Outcome delivery={delivery} />
                <span>{t('webhooks.attemptsMade', { count: delivery.attempts })}</span>
                <Instant at={delivery.created_at} exact />
              </>
            }
          />
        )}
      />
      {open === 'failed' && <ResendFailed endpoint={endpoint} onClose={close} />}
      {open === 'range' && <ResendRange endpoint={endpoint} onClose={close} />}
      {typeof open === 'object' && <ResendOne delivery={open} onClose={close} />}
    </Panel>
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
