/** An invitation that can't be answered here and now: why, and the way on. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { OpenedInvitation } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Interpolated, Unbroken } from '../../ui/interpolated.tsx';
import { Entrance } from '../session/entrance.tsx';
import { Decline } from './decline.tsx';
import { useOtherAccount } from './other-account.ts';
import { Whose } from './whose.tsx';

type State = Exclude<OpenedInvitation['state'], 'open' | 'signed_out'>;
type Props = { state: State; opened: OpenedInvitation; token: string; person: { email: string } | undefined };

export function Ended({ state, opened, token, person }: Props) {
  const t = useStrings();
  const intl = useIntl();
  const { company, sent_to: email, expires_at: end } = opened;
  const values = { company, email: '\n', until: intl.formatDate(end, { dateStyle: 'long' }) };
  return (
    <Entrance
      announced
      title={t(`invited.ended.${state}.title`, values)}
      text={<Interpolated text={t(`invited.ended.${state}.text`, values)} part={<Unbroken text={email} />} />}
      below={
        person !== undefined && (
          <Whose email={person.email} next={`/invitations/${token}`} isNamedOnly={state === 'wrong_account'} />
        )
      }
    >
      <Stack gap="sm">
        <WayOn state={state} opened={opened} token={token} isSignedIn={person !== undefined} />
      </Stack>
    </Entrance>
  );
}

type WayOnProps = Pick<Props, 'state' | 'opened' | 'token'> & { isSignedIn: boolean };

function WayOn({ state, opened, token, isSignedIn }: WayOnProps) {
  const t = useStrings();
  const mode = opened.modes.includes('live') ? 'live' : 'test';
  switch (state) {
    case 'own':
      return <Linked opened={opened} mode={mode} />;
    case 'wrong_account':
      return <OtherAccount token={token} />;
    case 'company_suspended':
      return <DeclineInstead company={opened.company} token={token} />;
    case 'sender':
      return (
        <Button
          fullWidth
          renderRoot={(props) => (
            <Link
              to="/h/$holderId/$mode/links/invitations"
              params={{ holderId: opened.company_id ?? 0, mode }}
              {...props}
            />
          )}
        >
          {t('invited.ended.sender.manage')}
        </Button>
      );
    case 'unconfirmed':
      return (
        <Button fullWidth renderRoot={(props) => <Link to="/sign-up/resend" {...props} />}>
          {t('invited.ended.unconfirmed.resend')}
        </Button>
      );
    default:
      return isSignedIn ? <Home /> : <SignIn token={token} />;
  }
}

function Linked({ opened, mode }: { opened: OpenedInvitation; mode: 'test' | 'live' }) {
  const t = useStrings();
  const { company, beneficiary_ref: ref, holder_id: holderId } = opened;
  return (
    <>
      <Group justify="space-between">
        <Text c="dimmed">{t('invited.ended.own.id', { company })}</Text>
        <Copyable value={String(ref)} what={t('invited.ended.own.id', { company })} />
      </Group>
      {holderId === null ? (
        <Home />
      ) : (
        <Button
          fullWidth
          renderRoot={(props) => <Link to="/h/$holderId/$mode/earnings" params={{ holderId, mode }} {...props} />}
        >
          {t('invited.ended.own.earnings')}
        </Button>
      )}
    </>
  );
}

function OtherAccount({ token }: { token: string }) {
  const t = useStrings();
  const other = useOtherAccount(`/invitations/${token}`);
  return (
    <Button fullWidth loading={other.isPending} onClick={() => other.mutate()}>
      {t('invited.otherAccount')}
    </Button>
  );
}

/** Declining is possible whatever the company's state. */
function DeclineInstead({ company, token }: { company: string; token: string }) {
  const t = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Home />
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        {t('invited.decline')}
      </Button>
      {isOpen && <Decline company={company} token={token} onClose={() => setOpen(false)} />}
    </>
  );
}

function SignIn({ token }: { token: string }) {
  const t = useStrings();
  return (
    <Button
      fullWidth
      renderRoot={(props) => <Link to="/sign-in" search={{ next: `/invitations/${token}` }} {...props} />}
    >
      {t('invited.signIn')}
    </Button>
  );
}

function Home() {
  const t = useStrings();
  return (
    <Button fullWidth renderRoot={(props) => <Link to="/" {...props} />}>
      {t('invited.home')}
    </Button>
  );
}

/** A token that leads to nothing. */
export function Unknown({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useStrings();
  return (
    <Entrance title={t('invited.ended.unknown.title')} text={t('invited.ended.unknown.text')} announced>
      <Button fullWidth renderRoot={(props) => <Link to="/" {...props} />}>
        {t(isSignedIn ? 'invited.home' : 'notFound.home')}
      </Button>
    </Entrance>
  );
}
