/** What is done with an endpoint, each after a question: rotate a secret, pause, resume, delete. */
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { WebhookEndpoint } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { GraceSelect, graceDefault } from '../../ui/grace-select.tsx';
import { showToast } from '../../ui/toast.ts';
import { useNameOf } from './endpoint-words.tsx';
import type { NewSecrets } from './new-secrets.tsx';
import { useRefresh } from './queries.ts';

type Props = { endpoint: WebhookEndpoint; onClose: () => void };
type Purpose = 'signature' | 'extra_header';

type RotateProps = Props & { purpose: Purpose /** There is none yet. */; isFirst: boolean };

export function RotateSecret(props: RotateProps & { onMade: (made: NewSecrets) => void }) {
  const { endpoint, purpose, isFirst, onClose, onMade } = props;
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  const form = useForm({ initialValues: { grace: isFirst || purpose === 'extra_header' ? '0' : graceDefault } });
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: ({ grace }: typeof form.values) =>
      dataOf(
        api.POST('/api/v1/webhook-endpoints/{id}/rotations', {
          params: { path: { id: endpoint.endpoint_id } },
          body: { grace_hours: Number(grace), purpose },
        }),
      ),
    onSuccess: ({ secret }) => {
      const none = { secret: null, extra_header_secret: null };
      onMade(purpose === 'signature' ? { ...none, secret } : { ...none, extra_header_secret: secret });
      return refresh();
    },
  });
  return (
    <FormDialog
      title={t(isFirst ? 'webhooks.secret.make' : `webhooks.rotate.${purpose}`)}
      action={t(isFirst ? 'webhooks.secret.make' : 'webhooks.rotate.submit')}
      onSubmit={form.onSubmit((values) => rotate.mutate(values))}
      onClose={onClose}
      act={rotate}
    >
      <Text>{t(isFirst ? 'webhooks.secret.make.text' : `webhooks.rotate.${purpose}.text`)}</Text>
      {!isFirst && purpose === 'signature' && (
        <GraceSelect label={t('webhooks.rotate.grace')} {...form.getInputProps('grace')} />
      )}
    </FormDialog>
  );
}

export function ChangeStatus({ endpoint, onClose }: Props) {
  const t = useStrings();
  const nameOf = useNameOf();
  const { api } = useBook();
  const refresh = useRefresh();
  const name = nameOf(endpoint);
  const [path, act] =
    endpoint.status === 'active'
      ? (['/api/v1/webhook-endpoints/{id}/pause', 'pause'] as const)
      : (['/api/v1/webhook-endpoints/{id}/resume', 'resume'] as const);
  const change = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST(path, {
          params: { path: { id: endpoint.endpoint_id } },
        }),
      ),
    onSuccess: () => {
      showToast(t(`webhooks.${act}.done`));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <Confirm
      title={t(`webhooks.${act}.title`, { name })}
      action={t(`webhooks.${act}`)}
      onConfirm={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      {t(`webhooks.${act}.text`)}
    </Confirm>
  );
}

export function DeleteEndpoint({ endpoint, onClose }: Props) {
  const t = useStrings();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const { holderId, mode, api } = useBook();
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => api.DELETE('/api/v1/webhook-endpoints/{id}', { params: { path: { id: endpoint.endpoint_id } } }),
    onSuccess: async () => {
      showToast(t('webhooks.delete.done'));
      // The page of what was deleted is left before anything is read again.
      await navigate({ to: '/h/$holderId/$mode/webhooks', params: { holderId, mode }, replace: true });
      await refresh();
    },
  });
  return (
    <Confirm
      title={t('webhooks.delete.title', { name: nameOf(endpoint) })}
      action={t('webhooks.delete')}
      destroys
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      act={remove}
    >
      {t('webhooks.delete.text', { url: endpoint.url ?? '' })}
    </Confirm>
  );
}
