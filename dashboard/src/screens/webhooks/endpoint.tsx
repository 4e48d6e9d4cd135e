/** One webhook endpoint: its settings and state, what can be done with it, and its deliveries. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { WebhookEndpointInFull as Endpoint } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
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
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading heights={[120, 320]} />
      )}
    </Page>
  );
}

type Dialog = 'edit' | 'signature' | 'extra_header' | 'status' | 'delete' | NewSecrets;
type OnOpen = (dialog: Dialog) => void;

function Open({ endpoint }: { endpoint: Endpoint }) {
  const t = useStrings();
  const nameOf = useNameOf();
  const may = useMay();
  const [open, setOpen] = useState<Dialog>();
  const test = useTest(endpoint);
  const { kind, status } = endpoint;
  const more = useMenuActions(endpoint, setOpen);
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
        </Group>
      }
      actions={actions}
    >
      {test.isError && <ProblemNotice error={test.error} />}
      <Trouble endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} />
      {open !== undefined && (
        <OpenDialog open={open} endpoint={endpoint} onOpen={setOpen} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

function useMenuActions(endpoint: Endpoint, onOpen: OnOpen): RowAction[] {
  const t = useStrings();
  const { kind, has_secret: hasSecret, extra_header: header, format } = endpoint;
  // A key may have a format of its own for the webhook_urls of its payments.
  const hasPluginSecret = header !== null || format === 'zerth' || kind === 'addresses';
  return [
    { label: t('webhooks.edit'), icon: 'pencil', onClick: () => onOpen('edit') },
    {
      label: t(hasSecret ? 'webhooks.rotate.signature' : 'webhooks.secret.make'),
      icon: 'key',
      onClick: () => onOpen('signature'),
    },
    ...(hasPluginSecret
      ? [
          {
            label: t('webhooks.rotate.extra_header'),
            icon: 'refresh' as const,
            onClick: () => onOpen('extra_header'),
          },
        ]
      : []),
    ...(kind === 'addresses'
      ? []
      : [{ label: t('webhooks.delete'), icon: 'trash' as const, onClick: () => onOpen('delete'), destroys: true }]),
  ];
}

type OpenDialogProps = { open: Dialog; endpoint: Endpoint; onOpen: OnOpen; onClose: () => void };

function OpenDialog({ open, endpoint, onOpen, onClose }: OpenDialogProps) {
  if (typeof open === 'object') return <ShowNewSecrets made={open} onClose={onClose} />;
  switch (open) {
    case 'edit':
      return <EndpointForm endpoint={endpoint} onClose={onClose} onMade={onOpen} />;
    case 'signature':
    case 'extra_header':
      return (
        <RotateSecret
          endpoint={endpoint}
          purpose={open}
          isFirst={open === 'signature' && !endpoint.has_secret}
          onClose={onClose}
          onMade={onOpen}
        />
      );
    case 'status':
      return <ChangeStatus endpoint={endpoint} onClose={onClose} />;
    case 'delete':
      return <DeleteEndpoint endpoint={endpoint} onClose={onClose} />;
  }
}

function useTest({ endpoint_id: id }: Endpoint) {
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
function Trouble({ endpoint }: { endpoint: Endpoint }) {
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
