/** Over the open screen when the session has ended: the same person signs in again, and the screen goes on. */
import { Anchor, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { Asked } from './asked.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** Above every dialog of a screen. */
const layer = 1_100;

const ignore = (): void => {};

export function SignInAgain({ person, onAnswer }: Asked) {
  const t = useStrings();
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const onSignedIn = () => {
    onAnswer(true);
    // Not awaited: it may be one of the requests that wait for this answer.
    void queries.invalidateQueries(sessionQuery);
  };
  const lockedOut = (
    <Text size="sm">
      {t('signIn.lockedOut')}{' '}
      <a href="/locked-out" target="_blank" rel="noreferrer">
        {t('signIn.lockedOut.link')}
      </a>
    </Text>
  );
  return (
    <Modal
      opened
      onClose={ignore}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t(needsCode ? 'signIn.code.title' : 'signInAgain.title')}
      centered
      zIndex={layer}
    >
      <Stack gap="md">
        <Text c="dimmed">{t(needsCode ? 'signIn.code.text' : 'signInAgain.text')}</Text>
        {needsCode ? (
          <CodeForm
            submit={t('signIn.code.submit')}
            send={(code) => dataOf(apiOf().POST('/api/v1/session/second-factor', { body: { code } }))}
            onPassed={onSignedIn}
            lockedOut={lockedOut}
            onRefused={(error) => {
              if (problemOf(error).code === 'sign_in_expired') setNeedsCode(false);
            }}
          />
        ) : (
          <PasswordForm
            email={person.email}
            lockedOut={lockedOut}
            onSignedIn={onSignedIn}
            onCode={() => setNeedsCode(true)}
          />
        )}
        <Text ta="center" size="sm">
          <Anchor component="button" onClick={() => onAnswer(false)}>
            {t('signInAgain.other')}
          </Anchor>
        </Text>
      </Stack>
    </Modal>
  );
}
