/** The person's saved views of a screen: one click opens one, and its menu renames or deletes it. */
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { SavedView } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { MailDialog } from './mail-dialog.tsx';
import { MailedViews } from './mailed-views.tsx';

type Props = {
  screen: string;
  /** The query of the address that is shown. */
  query: string;
};
type Open = { is: 'rename' | 'delete' | 'mail'; view: SavedView } | undefined;

export function SavedViews({ screen, query }: Props) {
  const t = useStrings();
  const may = useMay();
  const navigate = useNavigate();
  const { holderId, mode, api } = useBook();
  const [open, setOpen] = useState<Open>();
  const views = useQuery({
    queryKey: ['saved-views', holderId, mode, screen],
    queryFn: () => dataOf(api.GET('/api/v1/saved-views', { params: { query: { screen } } })),
  });
  const canChange = may('saved_views.change');
  const show = (view: SavedView) =>
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(view.query)) });
  const close = () => setOpen(undefined);
  if (views.data === undefined || views.data.length === 0) return null;
  return (
    <>
      <Group gap="xs" role="group" aria-label={t('views.group')}>
        {views.data.map((view) => (
          <Group key={view.id} gap={2} wrap="nowrap">
            <Button
              size="xs"
              radius="xl"
              variant={view.query === query ? 'light' : 'default'}
              aria-pressed={view.query === query}
              onClick={() => show(view)}
              styles={{ root: { maxWidth: 240 } }}
            >
              {view.name}
            </Button>
            {canChange && (
              <RowMenu
                label={t('views.actions', { name: view.name })}
                actions={[
                  { label: t('views.mail'), icon: 'mail', onClick: () => setOpen({ is: 'mail', view }) },
                  { label: t('views.rename'), icon: 'pencil', onClick: () => setOpen({ is: 'rename', view }) },
                  {
                    label: t('views.remove'),
                    icon: 'trash',
                    onClick: () => setOpen({ is: 'delete', view }),
                    destroys: true,
                  },
                ]}
              />
            )}
          </Group>
        ))}
        {open?.is === 'rename' && <NameDialog screen={screen} query={query} view={open.view} onClose={close} />}
        {open?.is === 'delete' && <DeleteDialog screen={screen} view={open.view} onClose={close} />}
        {open?.is === 'mail' && <MailDialog view={open.view} onClose={close} />}
      </Group>
      {canChange && <MailedViews views={views.data} />}
    </>
  );
}

export function SaveView({ screen, query }: Props) {
  const t = useStrings();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('saved_views.change')) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        {t('views.save')}
      </Button>
      {isOpen && <NameDialog screen={screen} query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

const nameMax = 60;

type NameProps = Props & { view?: SavedView; onClose: () => void };

function NameDialog({ screen, query, view, onClose }: NameProps) {
  const t = useStrings();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const form = useForm({
    initialValues: { name: view?.name ?? '' },
    validate: {
      name: (value) => (value.trim() === '' || value.length > nameMax ? t('views.name.wrong') : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ name }: typeof form.values) =>
      view === undefined
        ? dataOf(api.POST('/api/v1/saved-views', { body: { screen, name, query } }))
        : dataOf(api.PATCH('/api/v1/saved-views/{view}', { params: { path: { view: view.id } }, body: { name } })),
    onSuccess: () => {
      onClose();
      showToast(t(view === undefined ? 'views.saved.done' : 'views.renamed'));
      void queries.invalidateQueries({ queryKey: ['saved-views', holderId, mode, screen] });
    },
    onError: (error) => blame(form, error),
  });
  return (
    <FormDialog
      title={t(view === undefined ? 'views.save' : 'views.rename')}
      action={t(view === undefined ? 'views.save' : 'views.rename')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      <TextInput
        label={t('views.name')}
        autoComplete="off"
        maxLength={nameMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

function DeleteDialog({ screen, view, onClose }: { screen: string; view: SavedView; onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const { holderId, mode, api } = useBook();
  const remove = useMutation({
    mutationFn: () => api.DELETE('/api/v1/saved-views/{view}', { params: { path: { view: view.id } } }),
    onSuccess: () => {
      onClose();
      showToast(t('views.deleted'));
      void queries.invalidateQueries({ queryKey: ['saved-views', holderId, mode, screen] });
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
