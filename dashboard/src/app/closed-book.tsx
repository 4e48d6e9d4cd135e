/**
 * What is shown in place of a screen to whoever may not see it: no longer a member, not live yet,
 * no second factor, another kind of account, another role.
 */
import { Alert, Button, Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type StringId, useStrings } from '../strings/strings.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { useBook } from './book.ts';
import { mayIn } from './may.ts';
import { OwnFrame } from './own-frame.tsx';

export function NoLongerMember() {
  const t = useStrings();
  return (
    <OwnFrame>
      <Closed icon="lock" title={t('noAccess.title')} text={t('noAccess.text')}>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('noAccess.act')}</Button>
      </Closed>
    </OwnFrame>
  );
}

export function NotLiveYet() {
  const t = useStrings();
  const { holderId, holder } = useBook();
  const params = { holderId, mode: 'test' as const };
  return (
    <Closed icon="lock" title={t('notLive.title')} text={t('notLive.text', { name: holder.name })}>
      <Button renderRoot={(props) => <Link to="/h/$holderId/$mode/settings/business" params={params} {...props} />}>
        {t(mayIn(holder, 'test', 'approvals.request') ? 'notLive.act' : 'notLive.look')}
      </Button>
      <Link to="/h/$holderId/$mode" params={params}>
        {t('notLive.back')}
      </Link>
    </Closed>
  );
}

/** For an address that only other kinds of accounts have: mistyped, or shared by someone who has one. */
export function OtherKind() {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  return (
    <Closed icon="search" title={t('otherKind.title')} text={t('otherKind.text', { name: holder.name })}>
      <Button renderRoot={(props) => <Link to="/h/$holderId/$mode" params={{ holderId, mode }} {...props} />}>
        {t('notFound.home')}
      </Button>
    </Closed>
  );
}

/** For a screen that the account has, and the person's role does not open. @param words who may open it. */
export function OtherRole({ words }: { words: StringId }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Closed icon="lock" title={t('problem.forbidden.title')} text={t(words)}>
      <Button renderRoot={(props) => <Link to="/h/$holderId/$mode" params={{ holderId, mode }} {...props} />}>
        {t('notFound.home')}
      </Button>
    </Closed>
  );
}

/** Above every screen of an account that was closed. */
export function IsClosed() {
  const t = useStrings();
  return (
    <Alert color="gray" mb="lg" title={t('closed.title')}>
      {t('closed.text')}
    </Alert>
  );
}

/** Above every screen of an account that the operator has suspended. */
export function IsSuspended() {
  const t = useStrings();
  const { holder } = useBook();
  return (
    <Alert color="yellow" mb="lg" title={t('goLive.suspended')}>
      {t(holder.kind === 'customer' ? 'goLive.suspended.text.own' : 'goLive.suspended.text')}
    </Alert>
  );
}

export function TwoStepFirst() {
  const t = useStrings();
  return (
    <Closed icon="shield-check" title={t('twoStepFirst.title')} text={t('twoStepFirst.text')}>
      <Button renderRoot={(props) => <Link to="/profile" hash="two-step" {...props} />}>{t('twoStepFirst.act')}</Button>
    </Closed>
  );
}

type Props = { icon: IconName; title: string; text: string; children: ReactNode };

function Closed({ icon, title, text, children }: Props) {
  useDocumentTitle(`${title} · Sluice`);
  return (
    <Center mih="70dvh">
      <EmptyState isPage icon={icon} title={title} text={text} action={children} />
    </Center>
  );
}
