/** Sending events again: one, all that failed, or those of a time range. */
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { WebhookDelivery, WebhookEndpointInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { showToast } from '../../ui/toast.ts';
import { useRefresh } from './queries.ts';

/** Events are counted to this many, and no further. */
const countedMax = 1_000;

export function ResendOne({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  const resend = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/webhook-endpoints/{id}/deliveries/{event_id}/resend', {
          params: {
            path: { id: delivery.endpoint_id, event_id: delivery.event_id },
          },
        }),
      ),
    onSuccess: ({ resent }) => {
      showToast(t('webhooks.resent', { count: resent }));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <Confirm
      title={t('webhooks.resend.title', { type: delivery.type })}
      action={t('webhooks.resend')}
      onConfirm={() => resend.mutate()}
      onClose={onClose}
      act={resend}
    >
      {t('webhooks.resend.text')}
    </Confirm>
  );
}

type Props = { endpoint: WebhookEndpointInFull; onClose: () => void };

export function ResendFailed({ endpoint, onClose }: Props) {
  const t = useStrings();
  const resend = useResend(endpoint, onClose);
  const count = endpoint.parked >= countedMax ? t('webhooks.resendFailed.many') : endpoint.parked;
  return (
    <Confirm
      title={t('webhooks.resendFailed.title')}
      action={t('webhooks.resend')}
      onConfirm={() => resend.mutate({ parked: true })}
      onClose={onClose}
      act={resend}
    >
      {t('webhooks.resendFailed.text', { count })}
    </Confirm>
  );
}

export function ResendRange({ endpoint, onClose }: Props) {
  const t = useStrings();
  const form = useForm({
    initialValues: { from: '', to: '' },
    validate: {
      from: (from) => (from === '' ? t('webhooks.range.needed') : null),
      to: (to, { from }) => {
        if (to === '') return t('webhooks.range.needed');
        return from !== '' && to <= from ? t('webhooks.range.order') : null;
      },
    },
  });
  const resend = useResend(endpoint, onClose, (error) => blame(form, error));
  const submit = ({ from, to }: typeof form.values) =>
    resend.mutate({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  return (
    <FormDialog
      title={t('webhooks.range.title')}
      size="lg"
      action={t('webhooks.resend')}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
      act={resend}
    >
      <Text>{t('webhooks.range.text')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            label={t(`webhooks.range.${end}`)}
            required
            withAsterisk={false}
            {...form.getInputProps(end)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('webhooks.range.hint')}
      </Text>
    </FormDialog>
  );
}

type Which = { parked: true } | { from: string; to: string };

function useResend(endpoint: WebhookEndpointInFull, onDone: () => void, onError = (_: Error): void => {}) {
  const t = useStrings();
  const { api } = useBook();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Which) =>
      dataOf(
        api.POST('/api/v1/webhook-endpoints/{id}/resend', {
          params: { path: { id: endpoint.endpoint_id } },
          body,
        }),
      ),
    onSuccess: ({ resent }) => {
      showToast(t('webhooks.resent', { count: resent }));
      onDone();
      return refresh();
    },
    onError: (error) => {
      // What is sent next may be another range.
      onError(error);
    },
  });
}
