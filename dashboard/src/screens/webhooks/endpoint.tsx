/** One webhook endpoint: its settings and state, what can be done with it, and its deliveries. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { WebhookEndpointInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { WayBack } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { ChangeStatus, DeleteEndpoint, RotateSecret } from './endpoint-dialogs.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointBadge, useNameOf } from './endpoint-words.tsx';
import { type NewSecrets, ShowNewSecrets } from './new-secrets.tsx';
import { endpointQuery, useRefresh } from './queries.ts';

export function EndpointScreen() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const { id } = useParams({ from: '/signed-in/h/$holderId/$mode/webhooks/$id' });
  const query = useQuery(endpointQuery({ holderId, mode }, id));
  if (query.data !== undefined) return <Open endpoint={query.data} />;
  return (
    <Page title={t('webhooks.endpoint')}>
      {query.isError ? (
        <ProblemNotice
          error={query.error}
          onRetry={() => void query.refetch()}
          wayOn={<WayBack to="/h/$holderId/$mode/webhooks" label="webhooks.title" />}
        />
      ) : (
        <Loading heights={[120, 320]} />
      )}
    </Page>
  );
}

type Dialog = 'edit' | 'signature' | 'extra_header' | 'status' | 'delete' | NewSecrets;

function Open({ endpoint }: { endpoint: WebhookEndpointInFull }) {
  const t = useStrings();
  const nameOf = useNameOf();
  const { holderId, mode } = useBook();
  const may = useMay();
  const [open, setOpen] = useState<Dialog>();
  const test = useTest(endpoint);
  const { kind, status, has_secret: hasSecret } = endpoint;
  const close = () => setOpen(undefined);
  const isFirst = !hasSecret;
  const more: RowAction[] = [
    { label: t('webhooks.edit'), icon: 'pencil', onClick: () => setOpen('edit') },
    {
      label: t(isFirst ? 'webhooks.secret.make' : 'webhooks.rotate.signature'),
      icon: 'key',
      onClick: () => setOpen('signature'),
    },
    ...(endpoint.extra_header === null
      ? []
      : [
          {
            label: t('webhooks.rotate.extra_header'),
            icon: 'refresh' as const,
            onClick: () => setOpen('extra_header'),
          },
        ]),
    ...(kind === 'addresses'
      ? []
      : [{ label: t('webhooks.delete'), icon: 'trash' as const, onClick: () => setOpen('delete'), destroys: true }]),
  ];
  const actions = may('webhooks.change') && (
    <>
      {status === 'active' && kind === 'endpoint' && (
        <Button
          variant="default"
          leftSection={<Icon name="webhook" size={16} />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('webhooks.test')}
        </Button>
      )}
      <Button
        variant={status === 'active' ? 'default' : 'filled'}
        leftSection={<Icon name={status === 'active' ? 'player-pause' : 'player-play'} size={16} />}
        onClick={() => setOpen('status')}
      >
        {t(status === 'active' ? 'webhooks.pause' : 'webhooks.resume')}
      </Button>
      <RowMenu label={t('row.actions', { what: nameOf(endpoint) })} actions={more} />
    </>
  );
  return (
    <Page
      title={nameOf(endpoint)}
      note={
        <Group gap="xs">
          <EndpointBadge endpoint={endpoint} />
          {endpoint.url !== null && <Copyable value={endpoint.url} what={t('webhooks.url')} />}
          <Link to="/h/$holderId/$mode/webhooks" params={{ holderId, mode }}>
            {t('webhooks.all')}
          </Link>
        </Group>
      }
      actions={actions}
    >
      {test.isError && <ProblemNotice error={test.error} />}
      <Trouble endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} />
      {open === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} onMade={setOpen} />}
      {(open === 'signature' || open === 'extra_header') && (
        <RotateSecret
          endpoint={endpoint}
          purpose={open}
          isFirst={open === 'signature' && isFirst}
          onClose={close}
          onMade={setOpen}
        />
      )}
      {open === 'status' && <ChangeStatus endpoint={endpoint} onClose={close} />}
      {open === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
      {typeof open === 'object' && <ShowNewSecrets made={open} onClose={close} />}
    </Page>
  );
}

function useTest({ endpoint_id: id }: WebhookEndpointInFull) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/webhook-endpoints/{id}/test', { params: { path: { id } } })),
    onSuccess: () => showToast(t('webhooks.test.sent')),
    onSettled: refresh,
  });
}

/** Why events don't arrive, and what to do. */
function Trouble({ endpoint }: { endpoint: WebhookEndpointInFull }) {
  const t = useStrings();
  const { status, status_reason: reason, failing_since: failing } = endpoint;
  const what = status === 'active' ? (failing === null ? undefined : 'active') : (reason ?? 'by_hand');
  if (what === undefined) return null;
  return (
    <Alert
      color={what === 'by_hand' ? 'gray' : 'yellow'}
      variant="light"
      icon={<Icon name={what === 'by_hand' ? 'player-pause' : 'alert-triangle'} />}
      title={t(`webhooks.trouble.${what}.title`)}
    >
      <Text size="sm">{t(`webhooks.trouble.${what}.text`)}</Text>
    </Alert>
  );
}
