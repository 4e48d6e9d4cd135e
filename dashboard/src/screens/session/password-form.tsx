/** The first step of signing in: address and password. */
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf, throttled } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type Props = {
  /** Set where it is known who signs in: the address is shown and can't be changed. */
  email?: string;
  /** The browser also offers passkeys in the field of the address. */
  offersPasskeys?: boolean;
  /** Said above the form until something is wrong. */
  note?: ReactNode;
  /** The way out for an owner whom others' attempts have locked out. */
  lockedOut: ReactNode;
  onSignedIn: () => unknown;
  onCode: () => void;
};

export function PasswordForm({ email, offersPasskeys = false, note, lockedOut, onSignedIn, onCode }: Props) {
  const t = useStrings();
  const form = useForm({ initialValues: { email: email ?? '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => dataOf(apiOf().POST('/api/v1/session', { body })),
    onSuccess: ({ state }) => (state === 'second_factor' ? onCode() : onSignedIn()),
    onError: () => {
      form.setFieldValue('password', '');
      form.getInputNode('password')?.focus();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack gap="md">
        {!signIn.isError && note !== undefined && (
          <Alert variant="light" role="status">
            {note}
          </Alert>
        )}
        {signIn.isError && <ProblemNotice error={signIn.error} />}
        {signIn.isError && problemOf(signIn.error).code === throttled && lockedOut}
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
          required
          withAsterisk={false}
          readOnly={email !== undefined}
          data-autofocus={email === undefined || undefined}
          autoFocus={email === undefined}
          data-mantine-stop-propagation="true"
          {...form.getInputProps('email')}
        />
        <Password
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={email !== undefined || undefined}
          data-mantine-stop-propagation="true"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}
