/** Password and code once more, before the second factor is turned off or its recovery codes are replaced. */
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useStrings } from '../../strings/strings.tsx';
import { blame, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Proof = { password: string; code: string };

type Props<Answer> = {
  isOpen: boolean;
  title: string;
  text: string;
  submit: string;
  isDestructive?: boolean;
  send: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

export function ProofDialog<Answer>({ isOpen, onClose, title, ...form }: Props<Answer>) {
  const t = useStrings();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t('app.close') }}>
      <ProofForm {...form} onClose={onClose} />
    </Modal>
  );
}

type FormProps<Answer> = Omit<Props<Answer>, 'isOpen' | 'title'>;

function ProofForm<Answer>({ text, submit, isDestructive = false, send, onDone, onClose }: FormProps<Answer>) {
  const t = useStrings();
  const form = useForm<Proof>({ initialValues: { password: '', code: '' } });
  const act = useMutation({ mutationFn: send, onSuccess: onDone, onError: (error) => blame(form, error) });
  return (
    <form onSubmit={form.onSubmit((values) => act.mutate(values))}>
      <Stack gap="md">
        <Text c="dimmed">{text}</Text>
        {act.isError && isOfNoField(act.error) && <ProblemNotice error={act.error} />}
        <PasswordInput
          label={t('twoStep.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('twoStep.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" {...(isDestructive ? { color: '#b91c1c' } : {})} loading={act.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
