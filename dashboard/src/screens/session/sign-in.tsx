/** Signing in: the password, then a code where the person has a second factor; or a passkey in place of both. */
import { Alert, Anchor, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useGoOn } from '../../app/go-on.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';
import { wordsOfFailure } from './organization.ts';
import { OrganizationStep } from './organization-step.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordForm } from './password-form.tsx';

type PasswordStep = { is: 'password'; note?: StringId };
type Step = PasswordStep | { is: 'code' } | { is: 'organization' };

const doneNotes = { password: 'signIn.done.password', lifted: 'signIn.done.lifted' } as const;

export function SignIn() {
  const t = useStrings();
  const goOn = useGoOn();
  const { next, done, failed, step: begun } = useSearch({ from: '/sign-in' });
  const first = done !== undefined ? doneNotes[done] : next !== undefined ? 'signIn.continue' : undefined;
  const [step, setStep] = useState<Step>(
    begun === 'code' ? { is: 'code' } : { is: 'password', ...(first === undefined ? {} : { note: first }) },
  );
  const [isFailed, setFailed] = useState(failed !== undefined);
  const onSignedIn = () => goOn(next);
  const lockedOut = (
    <Text size="sm">
      {t('signIn.lockedOut')} <Link to="/locked-out">{t('signIn.lockedOut.link')}</Link>
    </Text>
  );
  if (step.is === 'code') return <CodeStep lockedOut={lockedOut} onSignedIn={onSignedIn} onBack={setStep} />;
  if (step.is === 'organization') return <OrganizationStep next={next} onBack={() => setStep({ is: 'password' })} />;
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
      {isFailed && failed !== undefined && (
        <Alert color="red" variant="light" role="alert">
          {t(wordsOfFailure[failed])}
        </Alert>
      )}
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
      <Anchor
        component="button"
        size="sm"
        onClick={() => {
          setFailed(false);
          setStep({ is: 'organization' });
        }}
      >
        {t('signIn.organization')}
      </Anchor>
    </Entrance>
  );
}

type CodeStepProps = { lockedOut: ReactNode; onSignedIn: () => unknown; onBack: (step: PasswordStep) => void };

function CodeStep({ lockedOut, onSignedIn, onBack }: CodeStepProps) {
  const t = useStrings();
  return (
    <Entrance
      title={t('signIn.code.title')}
      text={t('signIn.code.text')}
      below={
        <Anchor component="button" onClick={() => onBack({ is: 'password' })}>
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
          if (problemOf(error).code === 'sign_in_expired') onBack({ is: 'password', note: 'signIn.expired' });
        }}
      />
    </Entrance>
  );
}
