/** Saves what the list shows under a name, and deletes saved views. */
import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, pageOf } from '../../api/client.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useBook } from '../book.ts';
import { shownQuery, useViews } from './use-views.ts';

type Props = { screen: string; onClose: () => void };
const nameLengthMax = 60;

export function SaveView({ screen, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const { key } = useViews(screen);
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/saved-views', { body: { screen, name: name.trim(), query: shownQuery(location.search) } }),
      ),
    onSuccess: () => {
      showToast(t('views.saved'));
      void queries.invalidateQueries({ queryKey: key });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('views.save')}
      action={t('app.save')}
      canSubmit={name.trim() !== ''}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      act={save}
    >
      <TextInput
        label={t('views.name')}
        description={t('views.what')}
        maxLength={nameLengthMax}
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}

export function DeleteViews({ screen, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const { key, views } = useViews(screen);
  const remove = useMutation({
    mutationFn: (view: string) => pageOf(api.DELETE('/api/v1/saved-views/{view}', { params: { path: { view } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <Dialog title={t('views.delete')} onClose={onClose}>
      <Stack gap="xs">
        {views.data?.length === 0 && <Text c="dimmed">{t('views.none')}</Text>}
        {views.data?.map(({ id, name }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text truncate>{name}</Text>
            <ActionIcon
              variant="subtle"
              color="danger"
              aria-label={t('views.deleteOne', { name })}
              loading={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
        {remove.error !== null && <ProblemNotice error={remove.error} />}
      </Stack>
    </Dialog>
  );
}
