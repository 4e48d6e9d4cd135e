/** Which sites may show the payment pages of a key's payments in a frame. */
import { TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Key } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { showToast } from '../../ui/toast.ts';

const originsMax = 10;

export function KeyEmbed({ pair, onClose }: { pair: Key; onClose: () => void }) {
  const t = useStrings();
  const { api, holderId, mode } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { embed_origins: pair.embed_origins } });
  const save = useMutation({
    mutationFn: (body: typeof form.values) =>
      dataOf(
        api.PUT('/api/v1/keys/{client_id}/embed-origins', { params: { path: { client_id: pair.client_id } }, body }),
      ),
    onSuccess: () => {
      showToast(t('keys.embed.done'));
      onClose();
      return queries.invalidateQueries({ queryKey: ['keys', holderId, mode] });
    },
    onError: (error) => blame(form, error),
  });
  return (
    <FormDialog
      title={t('keys.embed.title', { label: pair.label || pair.client_id })}
      action={t('app.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      <Text>{t('keys.embed.text')}</Text>
      <TagsInput
        label={t('keys.embed.origins')}
        description={t(`keys.embed.hint.${mode}`)}
        placeholder={form.values.embed_origins.length === 0 ? 'https://shop.example.org' : ''}
        maxTags={originsMax}
        {...form.getInputProps('embed_origins')}
      />
    </FormDialog>
  );
}
