/** A refusal with its reason, which the other side reads: of a top-up, of a bank transfer. */
import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';

type Props = {
  title: string;
  text: string;
  /** Label of the reason field. */
  label: string;
  hint?: string;
  action: string;
  send: (reason: string) => Promise<unknown>;
  onDone?: () => void;
  onClose: () => void;
};

export function ReasonDialog({ title, text, label, hint, action, send, onDone, onClose }: Props) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { reason: '' } });
  const act = useMutation({
    mutationFn: ({ reason }: { reason: string }) => send(oneLine(reason)),
    onSuccess: () => {
      onDone?.();
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={title}
      action={action}
      destroys
      onSubmit={form.onSubmit((values) => act.mutate(values))}
      onClose={onClose}
      act={act}
    >
      <Text>{text}</Text>
      <Textarea
        label={label}
        description={hint}
        required
        withAsterisk={false}
        maxLength={255}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
