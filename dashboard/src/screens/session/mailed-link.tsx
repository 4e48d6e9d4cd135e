/** What a mailed link opens: its form while the link works, and a way on when it no longer does. */
import { Button, Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Entrance } from './entrance.tsx';

type Kind = 'sign_up' | 'password_reset' | 'limit_lift';

type Props = {
  kind: Kind;
  token: string;
  title: string;
  /** Where a new link is had. */
  renew: { to: LinkProps['to']; label: string };
  children: ReactNode;
};

export function MailedLink({ kind, token, title, renew, children }: Props) {
  const t = useStrings();
  const link = useQuery({
    queryKey: ['mailed-link', kind, token],
    queryFn: () => dataOf(apiOf().POST('/api/v1/mailed-links', { body: { kind, token } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.isPending) {
    return (
      <Entrance title={title}>
        <Center py="xl" role="status" aria-label={t('app.loading')}>
          <Loader size="sm" />
        </Center>
      </Entrance>
    );
  }
  // A token that could not be one is refused as a field; the person who followed the link sees the same.
  if (link.isError && problemOf(link.error).status !== 422) {
    return (
      <Entrance title={title}>
        <ProblemNotice error={link.error} onRetry={() => void link.refetch()} />
      </Entrance>
    );
  }
  return link.data?.open === true ? children : <LinkEnded renew={renew} />;
}

/** The link was used, replaced, or is too old. */
export function LinkEnded({ renew: { to, label } }: Pick<Props, 'renew'>) {
  const t = useStrings();
  return (
    <Entrance
      title={t('linkEnded.title')}
      text={t('linkEnded.text')}
      announced
      below={<Link to="/sign-in">{t('mail.backToSignIn')}</Link>}
    >
      <Button fullWidth renderRoot={(props) => <Link to={to} {...props} />}>
        {label}
      </Button>
    </Entrance>
  );
}
