/** Over the open screen when an act needs a fresh second factor: a code or a passkey, and the act is sent again. */
import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { Asked } from './asked.ts';
import { CodeForm } from './code-form.tsx';
import { PasskeyAgain } from './passkey-again.tsx';
import { ProviderAgain } from './provider-again.tsx';

/** Above the dialogs of a screen, below that of a session that has ended. */
const layer = 1_050;

export function PassAgain(asked: Asked) {
  return asked.account?.second_factor ? <PassAtProvider {...asked} /> : <PassHere {...asked} />;
}

/** In a session that a provider opened which asks for a second factor. */
function PassAtProvider({ onAnswer }: Asked) {
  const t = useStrings();
  const queries = useQueryClient();
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t('passAgain.title')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      centered
      zIndex={layer}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('passAgain.provider.text')}</Text>
        <ProviderAgain
          onPassed={() => {
            onAnswer(true);
            void queries.invalidateQueries(sessionQuery);
          }}
        />
      </Stack>
    </Modal>
  );
}

function PassHere({ person, account, onAnswer }: Asked) {
  const t = useStrings();
  const queries = useQueryClient();
  const [isTooNew, setTooNew] = useState(false);
  const hasFactor = person.second_factor;
  const title = isTooNew ? 'passAgain.tooNew.title' : 'passAgain.title';
  const leave = () => onAnswer(false);
  const onPassed = () => {
    onAnswer(true);
    void queries.invalidateQueries(sessionQuery);
  };
  const asksForPasskey = person.passkey && !hasFactor;
  return (
    <Modal
      opened
      onClose={leave}
      title={t(hasFactor || asksForPasskey ? title : 'passAgain.none.title')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      centered
      zIndex={layer}
    >
      <Stack gap="md">
        {asksForPasskey && (
          <>
            <Text c="dimmed">{t('passAgain.passkey.text')}</Text>
            <PasskeyAgain onPassed={onPassed} />
          </>
        )}
        {!hasFactor && !asksForPasskey && account !== null && <NoFactorHere onLeave={leave} />}
        {!hasFactor && !asksForPasskey && account === null && (
          <NoFactor waits={person.fresh_codes_from !== null} onLeave={leave} />
        )}
        {hasFactor && isTooNew && (
          <>
            <Alert role="alert" color="yellow" variant="light">
              {t('passAgain.tooNew')}
            </Alert>
            <Group justify="flex-end">
              <Button onClick={leave}>{t('app.gotIt')}</Button>
            </Group>
          </>
        )}
        {hasFactor && !isTooNew && (
          <>
            <Text c="dimmed">{t('passAgain.text')}</Text>
            <CodeForm
              submit={t('passAgain.submit')}
              send={(code) => apiOf().POST('/api/v1/session/fresh', { body: { code } })}
              onPassed={onPassed}
              onCancel={leave}
              onRefused={(error) => setTooNew(problemOf(error).code === 'second_factor_too_new')}
            />
            {person.passkey && (
              <>
                <Divider label={t('signIn.or')} labelPosition="center" />
                <PasskeyAgain onPassed={onPassed} />
              </>
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** The session of a provider can't turn it on. */
function NoFactorHere({ onLeave }: { onLeave: () => void }) {
  const t = useStrings();
  return (
    <>
      <Text>{t('passAgain.bound.text')}</Text>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onLeave}>
          {t('app.gotIt')}
        </Button>
      </Group>
    </>
  );
}

/** There is nothing to confirm with: where to turn it on. */
function NoFactor({ waits, onLeave }: { waits: boolean; onLeave: () => void }) {
  const t = useStrings();
  return (
    <>
      <Text>{t('passAgain.none.text')}</Text>
      {waits && <Text>{t('passAgain.none.waits')}</Text>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onLeave}>
          {t('app.cancel')}
        </Button>
        <Button
          data-autofocus
          onClick={onLeave}
          renderRoot={(props) => <Link to="/profile" hash="two-step" {...props} />}
        >
          {t('passAgain.none.link')}
        </Button>
      </Group>
    </>
  );
}
