/** The link of a sign-up: the password chosen then makes the account and signs in. */
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useGoOn } from '../../app/go-on.ts';
import { takeNext } from '../../app/next.ts';
import { useStrings } from '../../strings/strings.tsx';
import { blame, isOfNoField } from '../../ui/form-problems.ts';
import { Password } from '../../ui/password.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';
import { LinkEnded, MailedLink } from './mailed-link.tsx';

export function Confirm() {
  const t = useStrings();
  const { token } = useParams({ from: '/confirm/$token' });
  const renew = { to: '/sign-up/resend', label: t('resend.title') } as const;
  return (
    <MailedLink kind="sign_up" token={token} title={t('confirm.title')} renew={renew}>
      <ConfirmForm token={token} />
    </MailedLink>
  );
}

function ConfirmForm({ token }: { token: string }) {
  const t = useStrings();
  const goOn = useGoOn();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { password: '' } });
  const confirm = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      dataOf(apiOf().POST('/api/v1/sign-ups/confirmations', { body: { token, password } })),
    onSuccess: ({ state }) => (state === 'signed_in' ? goOn(takeNext()) : navigate({ to: '/sign-in' })),
    onError: (error) => blame(form, error),
  });
  if (confirm.isError && problemOf(confirm.error).code === 'link_expired')
    return <LinkEnded renew={{ to: '/sign-up/resend', label: t('resend.title') }} />;
  return (
    <Entrance
      title={t('confirm.title')}
      text={t('confirm.text')}
      below={
        <>
          {t('confirm.forgotten')} <Link to="/sign-up">{t('confirm.signUp')}</Link>
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
        <Stack gap="md">
          {confirm.isError && isOfNoField(confirm.error) && <ProblemNotice error={confirm.error} />}
          <Password
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={confirm.isPending} fullWidth>
            {t('confirm.submit')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
