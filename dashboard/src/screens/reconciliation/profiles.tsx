/** How the CSVs of banks are read: the profiles that were kept, by name. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { StatementProfile } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Figures, FigureText } from '../../ui/figures.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import type { Source } from './types.ts';

type Open = { profile: StatementProfile; as: 'rename' | 'delete' };

export function Profiles({ source }: { source: Source }) {
  const t = useStrings();
  const may = useMay();
  const { holderId, mode, api } = useBook();
  const [open, setOpen] = useState<Open>();
  const { data: profiles = [] } = useQuery({
    queryKey: ['operator', holderId, mode, 'statement-profiles', source],
    queryFn: () => dataOf(api.GET('/api/v1/operator/statement-profiles', { params: { query: { source } } })),
  });
  if (profiles.length === 0) return null;
  return (
    <Panel title={t('recon.profiles')} isFlush>
      <Figures
        label={t('recon.profiles.table')}
        isFlush
        isStacked
        heads={[
          { title: t('recon.profiles.name') },
          { title: t('recon.account.named') },
          { title: t('recon.profiles.columns') },
          { title: t('recon.profiles.change'), align: 'end' },
        ]}
        rows={profiles.map((profile) => ({
          key: String(profile.profile_id),
          cells: [
            profile.name,
            profile.account === '' ? '–' : profile.account,
            <FigureText key="columns">{profile.columns.filter(Boolean).join(', ') || '–'}</FigureText>,
            may('reconciliation.change_profile') && (
              <Group key="acts" gap="xs" justify="flex-end" wrap="nowrap">
                <Button size="xs" variant="default" onClick={() => setOpen({ profile, as: 'rename' })}>
                  {t('recon.profiles.rename')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setOpen({ profile, as: 'delete' })}>
                  {t('recon.profiles.delete')}
                </Button>
              </Group>
            ),
          ],
        }))}
      />
      {open?.as === 'rename' && <Rename profile={open.profile} onClose={() => setOpen(undefined)} />}
      {open?.as === 'delete' && <Delete profile={open.profile} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

type DialogProps = { profile: StatementProfile; onClose: () => void };

function useChange<Given>(act: (given: Given) => Promise<unknown>, done: string, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      showToast(done);
      await queries.invalidateQueries({ queryKey: ['operator'] });
      onClose();
    },
  });
}

function Rename({ profile: { profile_id: id, name: before }, onClose }: DialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const [name, setName] = useState(before);
  const rename = useChange(
    (body: { name: string }) =>
      dataOf(api.PUT('/api/v1/operator/statement-profiles/{id}', { params: { path: { id } }, body })),
    t('recon.profiles.renamed'),
    onClose,
  );
  return (
    <FormDialog
      title={t('recon.profiles.rename.title')}
      action={t('recon.profiles.rename')}
      onSubmit={() => rename.mutate({ name: name.trim() })}
      onClose={onClose}
      act={rename}
      canSubmit={name.trim() !== ''}
    >
      <TextInput
        label={t('recon.profiles.name')}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

function Delete({ profile: { profile_id: id, name }, onClose }: DialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const remove = useChange(
    () => dataOf(api.DELETE('/api/v1/operator/statement-profiles/{id}', { params: { path: { id } } })),
    t('recon.profiles.deleted'),
    onClose,
  );
  return (
    <Confirm
      title={t('recon.profiles.delete.title', { name })}
      action={t('recon.profiles.delete')}
      destroys
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
      act={remove}
    >
      <Text>{t('recon.profiles.delete.text')}</Text>
    </Confirm>
  );
}
