/** Password and code once more, before the second factor is turned off or its recovery codes are replaced. */
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { blame } from '../../ui/form-problems.ts';
import { ProofFields } from './proof-fields.tsx';

type Proof = { password: string; code: string };

type Props<Answer> = {
  title: string;
  text: string;
  submit: string;
  destroys?: boolean;
  send: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

export function ProofDialog<Answer>({ title, text, submit, destroys = false, send, onDone, onClose }: Props<Answer>) {
  const form = useForm<Proof>({ initialValues: { password: '', code: '' } });
  const act = useMutation({ mutationFn: send, onSuccess: onDone, onError: (error) => blame(form, error) });
  return (
    <FormDialog
      title={title}
      action={submit}
      destroys={destroys}
      onSubmit={form.onSubmit((values) => act.mutate(values))}
      onClose={onClose}
      act={act}
    >
      <Text c="dimmed">{text}</Text>
      <ProofFields form={form} isFirst />
    </FormDialog>
  );
}
