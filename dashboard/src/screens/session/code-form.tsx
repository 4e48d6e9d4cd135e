/** A form that takes one code: of the authenticator, or a recovery code. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOf, throttled } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { DemoCode } from './demo-code.tsx';

type Props<Answer> = {
  submit: string;
  send: (code: string) => Promise<Answer>;
  onPassed: (answer: Answer) => unknown;
  onRefused?: (error: unknown) => void;
  /** The way out for an owner whom others' attempts have locked out. */
  lockedOut?: ReactNode;
  /** In a dialog: beside the button that sends, one that leaves. */
  onCancel?: () => void;
};

export function CodeForm<Answer>({ submit, send, onPassed, onRefused, lockedOut, onCancel }: Props<Answer>) {
  const t = useStrings();
  const form = useForm({ initialValues: { code: '' } });
  const pass = useMutation({
    mutationFn: ({ code }: typeof form.values) => send(code),
    onSuccess: onPassed,
    onError: (error) => {
      blame(form, error);
      onRefused?.(error);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => pass.mutate(values))}>
      <Stack gap="md">
        {pass.isError && isOfNoField(pass.error) && <ProblemNotice error={pass.error} />}
        {pass.isError && problemOf(pass.error).code === throttled && lockedOut}
        <TextInput
          label={t('signIn.code')}
          description={<DemoCode />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="text"
          required
          withAsterisk={false}
          autoFocus
          data-autofocus
          data-mantine-stop-propagation="true"
          {...form.getInputProps('code')}
        />
        {onCancel === undefined ? (
          <Button type="submit" loading={pass.isPending} fullWidth>
            {submit}
          </Button>
        ) : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onCancel}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={pass.isPending}>
              {submit}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
