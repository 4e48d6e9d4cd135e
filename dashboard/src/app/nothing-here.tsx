/**
 * An address that leads nowhere for the person who is signed in: of nothing, or of an account they don't belong to. Both
 * are answered alike, so that nobody learns which accounts exist.
 */
import { Button, Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { useStrings } from '../strings/strings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { OwnFrame } from './own-frame.tsx';
import { useSession } from './session.ts';

export function NothingHere() {
  const { holders } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const account = /^\/h\/(\d+)\b/.exec(path)?.[1];
  const isOwn = holders.some(({ holder_id: id }) => String(id) === account);
  return <OwnFrame>{account === undefined || isOwn ? <NotFound /> : <OtherAccount />}</OwnFrame>;
}

function OtherAccount() {
  const t = useStrings();
  const { person } = useSession();
  useDocumentTitle(`${t('otherAccount.title')} · Sluice`);
  return (
    <Center mih="70dvh">
      <EmptyState
        isPage
        icon="lock"
        title={t('otherAccount.title')}
        text={t('otherAccount.text', { email: person.email })}
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t('noAccess.act')}</Button>}
      />
    </Center>
  );
}
