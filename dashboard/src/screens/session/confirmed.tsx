/** What a confirmation by a provider ends on, in a window of its own: it says so to the first window, and closes. */
import { Alert } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { confirmations } from './confirmations.ts';
import { Entrance } from './entrance.tsx';
import { wordsOfFailure } from './organization.ts';

export function Confirmed() {
  const t = useStrings();
  const { failed } = useSearch({ from: '/confirmed' });
  useEffect(() => {
    if (failed !== undefined) return;
    const channel = confirmations();
    channel.postMessage('confirmed');
    channel.close();
    // Without effect where the browser did not open it for us: then it says what to do.
    window.close();
  }, [failed]);
  if (failed === undefined) {
    return (
      <Entrance title={t('confirmed.title')} announced>
        {t('confirmed.text')}
      </Entrance>
    );
  }
  return (
    <Entrance title={t('confirmed.failed.title')} announced>
      <Alert color="red" variant="light" role="alert">
        {t(wordsOfFailure[failed])}
      </Alert>
      {t('confirmed.failed.text')}
    </Entrance>
  );
}
