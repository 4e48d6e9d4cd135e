/** The link for a new password. Signs no one in, and ends every session of the person. */
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { apiOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, focusFirst, isOfNoField } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';
import { isPassword } from './fields.ts';
import { LinkEnded, MailedLink } from './mailed-link.tsx';

export function ResetPassword() {
  const t = useStrings();
  const { token } = useParams({ from: '/reset-password/$token' });
  const renew = { to: '/forgotten-password', label: t('resend.title') } as const;
  return (
    <MailedLink kind="password_reset" token={token} title={t('reset.title')} renew={renew}>
      <ResetForm token={token} />
    </MailedLink>
  );
}

function ResetForm({ token }: { token: string }) {
  const t = useStrings();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (isPassword(value) ? null : t('signUp.password.wrong')) },
  });
  const reset = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      apiOf().POST('/api/v1/password-resets/confirmations', { body: { token, password } }),
    onSuccess: async () => {
      // A session of this browser may have been one of those that ended.
      await queries.resetQueries(sessionQuery);
      await navigate({ to: '/sign-in', search: { done: 'password' }, replace: true });
    },
    onError: (error) => blame(form, error),
  });
  if (reset.isError && problemOf(reset.error).code === 'link_expired')
    return <LinkEnded renew={{ to: '/forgotten-password', label: t('resend.title') }} />;
  return (
    <Entrance title={t('reset.title')} text={t('reset.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => reset.mutate(values), focusFirst(form))}>
        <Stack gap="md">
          {reset.isError && isOfNoField(reset.error) && <ProblemNotice error={reset.error} />}
          <Password
            label={t('reset.password')}
            {...(form.errors.password ? {} : { description: t('signUp.password.rule') })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={reset.isPending} fullWidth>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
