/** Signing in: the password, then a code where the person has a second factor. */
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';

export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { next } = useSearch({ from: '/sign-in' });
  const onSignedIn = async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await navigate({ href: next ?? '/', replace: true });
  };
  return needsCode ? (
    <CodeStep onSignedIn={onSignedIn} onStartOver={() => setNeedsCode(false)} />
  ) : (
    <PasswordStep hasEnded={next !== undefined} onSignedIn={onSignedIn} onCode={() => setNeedsCode(true)} />
  );
}

type PasswordProps = { hasEnded: boolean; onSignedIn: () => Promise<void>; onCode: () => void };

function PasswordStep({ hasEnded, onSignedIn, onCode }: PasswordProps) {
  const t = useStrings();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => dataOf(apiOf().POST('/api/v1/session', { body })),
    onSuccess: ({ state }) => (state === 'second_factor' ? onCode() : onSignedIn()),
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <Entrance title={t('signIn.title')} {...(hasEnded ? { text: t('signIn.ended') } : {})}>
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="md">
          {signIn.isError && <ProblemNotice error={signIn.error} />}
          <TextInput
            label={t('signIn.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

function CodeStep({ onSignedIn, onStartOver }: { onSignedIn: () => Promise<void>; onStartOver: () => void }) {
  const t = useStrings();
  const form = useForm({ initialValues: { code: '' } });
  const pass = useMutation({
    mutationFn: (body: typeof form.values) => dataOf(apiOf().POST('/api/v1/session/second-factor', { body })),
    onSuccess: onSignedIn,
  });
  return (
    <Entrance
      title={t('signIn.code.title')}
      text={t('signIn.code.text')}
      below={
        <Anchor component="button" onClick={onStartOver}>
          {t('signIn.code.startOver')}
        </Anchor>
      }
    >
      <form onSubmit={form.onSubmit((values) => pass.mutate(values))}>
        <Stack gap="md">
          {pass.isError && <ProblemNotice error={pass.error} />}
          <TextInput
            label={t('signIn.code')}
            autoComplete="one-time-code"
            inputMode="text"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={pass.isPending} fullWidth>
            {t('signIn.code.submit')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
