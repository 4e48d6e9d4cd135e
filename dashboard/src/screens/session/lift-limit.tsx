/** The link that lifts the limit on passwords in this browser. A button, because mail programs follow links. */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { apiOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';
import { LinkEnded, MailedLink } from './mailed-link.tsx';

export function LiftLimit() {
  const t = useStrings();
  const { token } = useParams({ from: '/lift-limit/$token' });
  const renew = { to: '/locked-out', label: t('resend.title') } as const;
  return (
    <MailedLink kind="limit_lift" token={token} title={t('lift.title')} renew={renew}>
      <LiftButton token={token} />
    </MailedLink>
  );
}

function LiftButton({ token }: { token: string }) {
  const t = useStrings();
  const navigate = useNavigate();
  const lift = useMutation({
    mutationFn: () => apiOf().POST('/api/v1/limit-lifts/confirmations', { body: { token } }),
    onSuccess: () => navigate({ to: '/sign-in', search: { done: 'lifted' }, replace: true }),
  });
  if (lift.isError && problemOf(lift.error).code === 'link_expired')
    return <LinkEnded renew={{ to: '/locked-out', label: t('resend.title') }} />;
  return (
    <Entrance title={t('lift.title')} text={t('lift.text')} below={<Link to="/sign-in">{t('mail.backToSignIn')}</Link>}>
      <Stack gap="md">
        {lift.isError && <ProblemNotice error={lift.error} />}
        <Button loading={lift.isPending} onClick={() => lift.mutate()} fullWidth autoFocus>
          {t('lift.submit')}
        </Button>
      </Stack>
    </Entrance>
  );
}
