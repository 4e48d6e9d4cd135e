/** The webhook endpoints of an account in one mode. */
import { Box, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { ReferenceLink } from '../developers/reference-link.tsx';
import { AddressesSection } from './addresses-section.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointBadge, useEventWords, useNameOf } from './endpoint-words.tsx';
import { type NewSecrets, ShowNewSecrets } from './new-secrets.tsx';
import { endpointsQuery } from './queries.ts';

export function Webhooks() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const may = useMay();
  const [open, setOpen] = useState<'add' | NewSecrets>();
  const query = useQuery(endpointsQuery({ holderId, mode }));
  const hasSome = (query.data?.data.length ?? 0) > 0;
  const hasOwn = query.data?.data.some(({ kind }) => kind === 'addresses');
  const add = may('webhooks.change') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen('add')}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Page
      title={t('webhooks.title')}
      note={t('webhooks.note')}
      actions={
        <>
          <ReferenceLink />
          {hasSome && add}
        </>
      }
    >
      <DeveloperTabs />
      <List
        label={t('webhooks.title')}
        list={{ query }}
        columns={useColumns()}
        idOf={(endpoint) => endpoint.endpoint_id}
        linkTo={useLinkTo()}
        empty={
          <EmptyState
            icon="webhook"
            title={t('webhooks.empty.title')}
            text={t(may('webhooks.change') ? 'webhooks.empty.text' : 'webhooks.empty.mayNot')}
            action={add}
          />
        }
        card={(endpoint) => <EndpointCard endpoint={endpoint} />}
      />
      {hasOwn === false && may('webhooks.change') && holder.kind !== 'courier' && (
        <AddressesSection onMade={(secret) => setOpen({ secret, extra_header_secret: null })} />
      )}
      {open === 'add' && <EndpointForm onClose={() => setOpen(undefined)} onMade={setOpen} />}
      {typeof open === 'object' && <ShowNewSecrets made={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ endpoint_id: id }: WebhookEndpoint) =>
    linkOptions({ to: '/h/$holderId/$mode/webhooks/$id', params: { holderId, mode, id } });
}

function useColumns(): Column<WebhookEndpoint>[] {
  const t = useStrings();
  const nameOf = useNameOf();
  const eventWords = useEventWords();
  const linkTo = useLinkTo();
  return [
    {
      key: 'name',
      title: t('webhooks.endpoint'),
      cell: (endpoint) => (
        <Box maw={320}>
          <Link {...linkTo(endpoint)}>{nameOf(endpoint)}</Link>
          {endpoint.url !== null && (
            <Text size="xs" c="dimmed" truncate>
              {endpoint.url}
            </Text>
          )}
        </Box>
      ),
    },
    { key: 'events', title: t('webhooks.events'), cell: eventWords },
    { key: 'status', title: t('webhooks.status'), cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> },
    { key: 'success', title: t('webhooks.lastSuccess'), cell: (endpoint) => <LastSuccess endpoint={endpoint} /> },
    { key: 'failing', title: t('webhooks.failingSince'), cell: (endpoint) => <FailingSince endpoint={endpoint} /> },
  ];
}

type Props = { endpoint: WebhookEndpoint };

function EndpointCard({ endpoint }: Props) {
  const t = useStrings();
  const nameOf = useNameOf();
  return (
    <CardFacts
      title={nameOf(endpoint)}
      amount={<EndpointBadge endpoint={endpoint} />}
      below={
        <>
          <Text span size="xs" truncate w="100%">
            {endpoint.url}
          </Text>
          <span>
            {t('webhooks.lastSuccess')}: <LastSuccess endpoint={endpoint} />
          </span>
          {endpoint.failing_since !== null && (
            <span>
              {t('webhooks.failingSince')}: <FailingSince endpoint={endpoint} />
            </span>
          )}
        </>
      }
    />
  );
}

function LastSuccess({ endpoint: { last_succeeded_at: at } }: Props) {
  const t = useStrings();
  return at === null ? t('webhooks.never') : <Instant at={at} />;
}

function FailingSince({ endpoint: { failing_since: at } }: Props) {
  const t = useStrings();
  return at === null ? t('app.none') : <Instant at={at} />;
}
