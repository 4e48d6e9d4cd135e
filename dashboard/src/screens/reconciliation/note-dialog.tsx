/** Leaves a note on a line for colleagues, or takes it away when it is emptied. */
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';

const lengthMax = 500;

export function NoteDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { note: line.note ?? '' } });
  const save = useMutation({
    mutationFn: ({ note: typed }: { note: string }) => {
      const note = oneLine(typed);
      const params = { path: { id: String(line.line_id) } };
      const body = note === '' ? {} : { note };
      return dataOf(api.PUT('/api/v1/operator/statement-lines/{id}/note', { params, body }));
    },
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={t('recon.note.title')}
      action={t('recon.note.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
    >
      <Textarea
        label={t('recon.note.label')}
        description={t('recon.note.text')}
        maxLength={lengthMax}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
