/** In which format the webhook_urls get events of payments that a key creates: a shop may have plugins of several kinds. */
import { Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Key } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import type { WebhookFormat } from '../webhooks/format-examples.ts';
import { FormatSelect } from '../webhooks/format-select.tsx';

type Values = { whose: 'account' | 'own'; format: WebhookFormat };

export function KeyFormat({ pair, onClose }: { pair: Key; onClose: () => void }) {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      whose: pair.webhook_format === null ? 'account' : 'own',
      format: pair.webhook_format ?? 'standard',
    },
  });
  const save = useMutation({
    mutationFn: ({ whose, format }: Values) =>
      api.PUT('/api/v1/keys/{client_id}/webhook-format', {
        params: { path: { client_id: pair.client_id } },
        body: whose === 'own' ? { webhook_format: format } : {},
      }),
    onSuccess: () => {
      showToast(t('keys.format.done'));
      onClose();
      return queries.invalidateQueries({ queryKey: ['keys', holderId, mode] });
    },
  });
  return (
    <FormDialog
      title={t('keys.format.title', { label: pair.label || pair.client_id })}
      action={t('app.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      <Text>{t('keys.format.text')}</Text>
      <Radio.Group aria-label={t('keys.format')} {...form.getInputProps('whose')}>
        <Stack gap={6}>
          <Radio value="account" label={t('keys.format.account')} />
          <Radio value="own" label={t('keys.format.choose')} />
        </Stack>
      </Radio.Group>
      {form.values.whose === 'own' && (
        <FormatSelect
          label={t('webhooks.format.key')}
          value={form.values.format}
          onChange={(format) => form.setFieldValue('format', format)}
        />
      )}
    </FormDialog>
  );
}
