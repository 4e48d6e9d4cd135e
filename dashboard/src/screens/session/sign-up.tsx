/** Signing up: name, address and password; then the mail is awaited. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf } from '../../api/client.ts';
import { isRenderedPage, rememberNext } from '../../app/next.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CheckMail } from './check-mail.tsx';
import { Entrance } from './entrance.tsx';
import { isEmail, isName, isPassword } from './fields.ts';

type Account = { name: string; email: string; password: string };

export function SignUp() {
  const [email, setEmail] = useState<string>();
  const t = useStrings();
  if (email === undefined) return <SignUpForm onDone={setEmail} />;
  return (
    <CheckMail
      text={t('mail.signUp', { email })}
      resend={() => apiOf().POST('/api/v1/sign-ups/reminders', { body: { email } })}
      onOther={() => setEmail(undefined)}
    />
  );
}

function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const t = useStrings();
  const { next } = useSearch({ from: '/sign-up' });
  // Everyone else chooses what they need once their address is confirmed.
  const comesToPay = next !== undefined && isRenderedPage(next);
  const form = useForm<Account>({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (value) => (isName(value) ? null : t('signUp.name.wrong')),
      email: (value) => (isEmail(value) ? null : t('signUp.email.wrong')),
      password: (value) => (isPassword(value) ? null : t('signUp.password.wrong')),
    },
  });
  const signUp = useMutation({
    mutationFn: (body: Account) => apiOf().POST('/api/v1/sign-ups', { body: { ...body, wallet: comesToPay } }),
    onSuccess: (_, { email }) => {
      if (next !== undefined) rememberNext(next);
      onDone(email.trim());
    },
    onError: (error) => blame(form, error),
  });
  return (
    <Entrance
      title={t('signUp.title')}
      text={t(comesToPay ? 'signUp.textWallet' : 'signUp.text')}
      below={
        <>
          {t('signUp.hasAccount')}{' '}
          <Link to="/sign-in" search={{ next }}>
            {t('signUp.signIn')}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit((values) => signUp.mutate(values), focusFirst(form))}>
        <Stack gap="md">
          {signUp.isError && isOfNoField(signUp.error) && <ProblemNotice error={signUp.error} />}
          <TextInput
            label={t('signUp.name')}
            autoComplete="name"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('signUp.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <Password
            label={t('signUp.password')}
            {...(form.errors.password ? {} : { description: t('signUp.password.rule') })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signUp.isPending} fullWidth>
            {t('signUp.submit')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
