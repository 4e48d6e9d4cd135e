/** Screens that send a link to an address: a new password, a lifted limit, a sign-up's link again. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf } from '../../api/client.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CheckMail } from './check-mail.tsx';
import { Entrance } from './entrance.tsx';
import { isEmail } from './fields.ts';

type Kind = 'forgotten' | 'lockedOut' | 'resend';

type Words = Record<'title' | 'text' | 'submit' | 'sent', StringId>;

const words: Record<Kind, Words> = {
  forgotten: {
    title: 'forgotten.title',
    text: 'forgotten.text',
    submit: 'forgotten.submit',
    sent: 'mail.reset',
  },
  lockedOut: {
    title: 'lockedOut.title',
    text: 'lockedOut.text',
    submit: 'lockedOut.submit',
    sent: 'mail.lift',
  },
  resend: { title: 'resend.title', text: 'resend.text', submit: 'resend.submit', sent: 'mail.resend' },
};

type Request = (email: string) => Promise<unknown>;

const requestReset: Request = (email) => apiOf().POST('/api/v1/password-resets', { body: { email } });
const requestLift: Request = (email) => apiOf().POST('/api/v1/limit-lifts', { body: { email } });
const requestReminder: Request = (email) => apiOf().POST('/api/v1/sign-ups/reminders', { body: { email } });

export const ForgottenPassword = () => <RequestMail kind="forgotten" request={requestReset} />;
export const LockedOut = () => <RequestMail kind="lockedOut" request={requestLift} />;
export const ResendConfirmation = () => <RequestMail kind="resend" request={requestReminder} />;

function RequestMail({ kind, request }: { kind: Kind; request: Request }) {
  const t = useStrings();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (isEmail(value) ? null : t('signUp.email.wrong')) },
  });
  const send = useMutation({
    mutationFn: request,
    onSuccess: (_, email) => setSentTo(email),
    onError: (error) => blame(form, error),
  });
  if (sentTo !== undefined) {
    const text = t(words[kind].sent, { email: sentTo });
    return <CheckMail text={text} resend={() => request(sentTo)} onOther={() => setSentTo(undefined)} />;
  }
  return (
    <Entrance
      title={t(words[kind].title)}
      text={t(words[kind].text)}
      below={<Link to="/sign-in">{t('mail.backToSignIn')}</Link>}
    >
      <form noValidate onSubmit={form.onSubmit(({ email }) => send.mutate(email.trim()), focusFirst(form))}>
        <Stack gap="md">
          {send.isError && isOfNoField(send.error) && <ProblemNotice error={send.error} />}
          <TextInput
            label={t('signIn.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={send.isPending} fullWidth>
            {t(words[kind].submit)}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
