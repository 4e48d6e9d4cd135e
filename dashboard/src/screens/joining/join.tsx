/** What the mailed link to join a team opens: who asks, as what; and joining, by the person whom it was sent to. */
import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { JoinView } from '../../api/types.ts';
import { readSession, sessionQuery } from '../../app/session.ts';
import { defaultMode } from '../../app/start.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Interpolated, Unbroken } from '../../ui/interpolated.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { Whose } from '../invitation/whose.tsx';
import { Entrance } from '../session/entrance.tsx';

export function Join() {
  const t = useStrings();
  const { token } = useParams({ from: '/join/$token' });
  const { data: session } = useQuery(sessionQuery);
  const view = useQuery({
    queryKey: ['join', token, session?.person.email ?? null],
    enabled: session !== undefined,
    queryFn: () => dataOf(apiOf().POST('/api/v1/member-invitations/views', { body: { token } })),
    staleTime: 0,
  });
  if (view.isPending) {
    return (
      <Entrance title={t('members.open')}>
        <Center py="xl" role="status" aria-label={t('app.loading')}>
          <Loader size="sm" />
        </Center>
      </Entrance>
    );
  }
  if (view.isError) {
    const { code, status } = problemOf(view.error);
    // A token that could not be one is refused as a field; the person who followed the link sees the same.
    if (code === 'link_expired' || status === 422) return <Ended what="unknown" />;
    return (
      <Entrance title={t('members.open')}>
        <ProblemNotice error={view.error} onRetry={() => void view.refetch()} />
      </Entrance>
    );
  }
  return <Shown token={token} view={view.data} you={session?.person.email} />;
}

function Shown({ token, view, you = '' }: { token: string; view: JoinView; you: string | undefined }) {
  const t = useStrings();
  const { email, looker, status } = view;
  const isOperator = view.holder.kind === 'service';
  const name = isOperator ? t('join.operator') : view.holder.name;
  const role = t(`role.${view.role}`);
  if (looker === 'member') {
    return (
      <Entrance title={t('join.member')}>
        <OpenAccount holderId={view.holder_id} name={name} />
      </Entrance>
    );
  }
  if (status !== 'pending') return <Ended what={status} name={name} />;
  const next = `/join/${token}`;
  const parts: Record<Exclude<JoinView['looker'], 'member'>, ReactNode> = {
    signed_out: (
      <>
        <Text>
          <Interpolated text={t('join.signedOut', { email: '\n' })} part={<Unbroken text={email} />} />
        </Text>
        <Button fullWidth renderRoot={(props) => <Link to="/sign-in" search={{ next }} {...props} />}>
          {t('join.signIn')}
        </Button>
        <Button fullWidth variant="default" renderRoot={(props) => <Link to="/sign-up" search={{ next }} {...props} />}>
          {t('join.signUp')}
        </Button>
      </>
    ),
    invited: <Accept token={token} role={role} isOperator={isOperator} />,
    other_address: (
      <OtherAddress
        next={next}
        text={<Interpolated text={t('join.other', { email: '\n', you })} part={<Unbroken text={email} />} />}
      />
    ),
    unconfirmed: <Text>{t('join.unconfirmed')}</Text>,
  };
  return (
    <Entrance
      title={t('join.title', { name })}
      text={t('join.text', { role })}
      below={looker === 'invited' && <Whose email={you} next={next} />}
    >
      <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
        {parts[looker]}
      </Stack>
    </Entrance>
  );
}

function Accept({ token, role, isOperator }: { token: string; role: string; isOperator: boolean }) {
  const t = useStrings();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => dataOf(apiOf().POST('/api/v1/member-invitations/acceptances', { body: { token } })),
    onSuccess: async ({ holder_id: holderId, name }) => {
      const session = await readSession();
      queries.setQueryData(sessionQuery.queryKey, session);
      const status = session?.holders.find((one) => one.holder_id === holderId)?.status ?? 'pending';
      showToast(t('join.joined', { name }));
      await navigate({ to: '/h/$holderId/$mode', params: { holderId, mode: defaultMode(status) }, replace: true });
    },
  });
  return (
    <>
      {isOperator && <Text c="dimmed">{t('join.operatorNote')}</Text>}
      {accept.isError && <ProblemNotice error={accept.error} />}
      <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('join.accept', { role })}
      </Button>
    </>
  );
}

/** Signs out first, and comes back here as someone else. */
function OtherAddress({ next, text }: { next: string; text: ReactNode }) {
  const t = useStrings();
  const signOut = useMutation({
    mutationFn: () => apiOf().DELETE('/api/v1/session'),
    onSuccess: () => location.assign(`/sign-in?next=${encodeURIComponent(next)}`),
  });
  return (
    <>
      <Text>{text}</Text>
      {signOut.isError && <ProblemNotice error={signOut.error} />}
      <Button fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('join.other.act')}
      </Button>
    </>
  );
}

function OpenAccount({ holderId, name }: { holderId: number | null; name: string }) {
  const t = useStrings();
  const { data: session } = useQuery(sessionQuery);
  const holder = session?.holders.find((one) => one.holder_id === holderId);
  if (holder === undefined) return null;
  const params = { holderId: holder.holder_id, mode: defaultMode(holder.status) };
  return (
    <Button fullWidth renderRoot={(props) => <Link to="/h/$holderId/$mode" params={params} {...props} />}>
      {t('join.open', { name })}
    </Button>
  );
}

function Ended({ what, name = '' }: { what: 'accepted' | 'revoked' | 'expired' | 'unknown'; name?: string }) {
  const t = useStrings();
  return (
    <Entrance title={t(`join.${what}.title`)} text={t(`join.${what}.text`, { name })} announced>
      <Button fullWidth renderRoot={(props) => <Link to="/" {...props} />}>
        {t('join.start')}
      </Button>
    </Entrance>
  );
}
