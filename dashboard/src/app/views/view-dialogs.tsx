/** The dialogs of saved views: what is shown is saved under a name, a view is renamed or deleted. */
import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { dataOf, pageOf } from '../../api/client.ts';
import type { SavedView } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { useBook } from '../book.ts';
import { useViews } from './use-views.ts';

export type ViewAct = { is: 'save' | 'manage' } | { is: 'rename' | 'delete'; view: SavedView };

type Props = {
  screen: string;
  act: ViewAct;
  /** Another dialog takes this one's place. */
  onAct: (act: ViewAct) => void;
  onClose: () => void;
};

export function ViewDialog({ screen, act, onAct, onClose }: Props) {
  const shared = { screen, onClose };
  if (act.is === 'save') return <NameView {...shared} />;
  if (act.is === 'rename') return <NameView {...shared} view={act.view} />;
  if (act.is === 'delete') return <DeleteView {...shared} view={act.view} />;
  return <ManageViews {...shared} onAct={onAct} />;
}

const nameLengthMax = 60;

function NameView({ screen, view, onClose }: { screen: string; view?: SavedView; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const { shown, afterChange } = useViews(screen);
  const form = useForm({
    initialValues: { name: view?.name ?? '' },
    validate: {
      name: (value) => (value.trim() === '' || value.length > nameLengthMax ? t('views.name.wrong') : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ name }: typeof form.values) =>
      view === undefined
        ? dataOf(api.POST('/api/v1/saved-views', { body: { screen, name, query: shown } }))
        : dataOf(api.PATCH('/api/v1/saved-views/{view}', { params: { path: { view: view.id } }, body: { name } })),
    onSuccess: () => {
      onClose();
      showToast(t(view === undefined ? 'views.saved.done' : 'views.renamed'));
      afterChange();
    },
    onError: (error) => blame(form, error),
  });
  const title = t(view === undefined ? 'views.save' : 'views.rename');
  return (
    <FormDialog
      title={title}
      action={title}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      <TextInput
        label={t('views.name')}
        description={view === undefined && t('views.what')}
        autoComplete="off"
        maxLength={nameLengthMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

function DeleteView({ screen, view, onClose }: { screen: string; view: SavedView; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const { afterChange } = useViews(screen);
  const remove = useMutation({
    mutationFn: () => pageOf(api.DELETE('/api/v1/saved-views/{view}', { params: { path: { view: view.id } } })),
    onSuccess: () => {
      onClose();
      showToast(t('views.deleted'));
      afterChange();
    },
  });
  return (
    <FormDialog
      title={t('views.delete.title', { name: view.name })}
      action={t('views.remove')}
      destroys
      isQuestion
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate();
      }}
      onClose={onClose}
      act={remove}
    >
      {t('views.delete.text')}
    </FormDialog>
  );
}

function ManageViews({ screen, onAct, onClose }: Omit<Props, 'act'>) {
  const t = useStrings();
  const { views } = useViews(screen);
  return (
    <Dialog title={t('views.manage')} onClose={onClose}>
      <Stack gap="xs">
        {views.data?.length === 0 && <Text c="dimmed">{t('views.none')}</Text>}
        {views.data?.map((view) => (
          <Group key={view.id} gap="xs" wrap="nowrap">
            <Text truncate flex={1}>
              {view.name}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('views.renameOf', { name: view.name })}
              onClick={() => onAct({ is: 'rename', view })}
            >
              <Icon name="pencil" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="danger"
              aria-label={t('views.removeOf', { name: view.name })}
              onClick={() => onAct({ is: 'delete', view })}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}
