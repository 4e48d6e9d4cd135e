/** The desk's own dialogs: assigning, notes and marking as done. */
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Exception } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Notes } from '../notes/notes.tsx';
import { useDesk, useRowAct } from './use-desk.ts';

type Props = { row: Exception; onClose: () => void };

/** Nobody is a choice too. */
const nobody = '';

export function AssigneeDialog({ row, onClose }: Props) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { isOperator, assign } = useDesk();
  const [personId, setPersonId] = useState<string>(row.assignee?.person_id ?? nobody);
  const team = useQuery({
    queryKey: ['team', holderId, mode, 'assignees'],
    queryFn: () => dataOf(isOperator ? api.GET('/api/v1/operator/members') : api.GET('/api/v1/members')),
  });
  const act = useRowAct((to: string) => assign(row, to === nobody ? null : to), onClose);
  const members = (team.data?.members ?? []).map(({ person_id, name }) => ({ value: person_id, label: name }));
  return (
    <FormDialog
      title={t('desk.assign.title')}
      action={t('desk.assign.submit')}
      onSubmit={() => act.mutate(personId)}
      onClose={onClose}
      act={act}
    >
      {team.isError ? (
        <ProblemNotice error={team.error} onRetry={() => void team.refetch()} />
      ) : (
        <Select
          label={t('desk.assign.who')}
          data={[{ value: nobody, label: t('desk.assignee.nobody') }, ...members]}
          value={personId}
          allowDeselect={false}
          error={fieldProblem(act.error, 'person_id')}
          onChange={(chosen) => setPersonId(chosen ?? nobody)}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

export function NotesDialog({ row, onClose }: Props) {
  const t = useStrings();
  return (
    <Dialog title={t('notes.title')} onClose={onClose} keepsOpen>
      <Notes about={row.note_object} isFirst />
    </Dialog>
  );
}

export function DoneDialog({ row, onClose }: Props) {
  const t = useStrings();
  const { finish } = useDesk();
  const act = useRowAct<void>(() => finish(row), onClose);
  return (
    <Confirm
      title={t('desk.done.title')}
      action={t('desk.done')}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      act={act}
    >
      <Text>{t('desk.done.text')}</Text>
    </Confirm>
  );
}
