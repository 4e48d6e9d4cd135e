/** Signing in: the password, then a code where the person has a second factor; or a passkey in place of both. */
import { Anchor, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useGoOn } from '../../app/go-on.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordForm } from './password-form.tsx';

type Step = { is: 'password'; note?: StringId } | { is: 'code' };

const doneNotes = { password: 'signIn.done.password', lifted: 'signIn.done.lifted' } as const;

export function SignIn() {
  const t = useStrings();
  const goOn = useGoOn();
  const { next, done } = useSearch({ from: '/sign-in' });
  const first = done !== undefined ? doneNotes[done] : next !== undefined ? 'signIn.continue' : undefined;
  const [step, setStep] = useState<Step>({ is: 'password', ...(first === undefined ? {} : { note: first }) });
  const onSignedIn = () => goOn(next);
  const lockedOut = (
    <Text size="sm">
      {t('signIn.lockedOut')} <Link to="/locked-out">{t('signIn.lockedOut.link')}</Link>
    </Text>
  );
  if (step.is === 'code') {
    return (
      <Entrance
        title={t('signIn.code.title')}
        text={t('signIn.code.text')}
        below={
          <Anchor component="button" onClick={() => setStep({ is: 'password' })}>
            {t('signIn.code.startOver')}
          </Anchor>
        }
      >
        <CodeForm
          submit={t('signIn.code.submit')}
          send={(code) => dataOf(apiOf().POST('/api/v1/session/second-factor', { body: { code } }))}
          onPassed={onSignedIn}
          lockedOut={lockedOut}
          onRefused={(error) => {
            if (problemOf(error).code === 'sign_in_expired') setStep({ is: 'password', note: 'signIn.expired' });
          }}
        />
      </Entrance>
    );
  }
  return (
    <Entrance
      title={t('signIn.title')}
      below={
        <>
          {t('signIn.noAccount')}{' '}
          <Link to="/sign-up" search={{ next }}>
            {t('signIn.signUp')}
          </Link>
        </>
      }
    >
      <PasswordForm
        note={step.note === undefined ? undefined : t(step.note)}
        lockedOut={lockedOut}
        onSignedIn={onSignedIn}
        onCode={() => setStep({ is: 'code' })}
        offersPasskeys
      />
      <Text ta="center" size="sm">
        <Link to="/forgotten-password">{t('signIn.forgotten')}</Link>
      </Text>
      <PasskeySignIn onSignedIn={onSignedIn} />
    </Entrance>
  );
}
