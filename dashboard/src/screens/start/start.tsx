/** The front page: a greeting for visitors, and for a person without an account of any kind what to do next. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Received } from '../invitation/received.tsx';
import { Entrance } from '../session/entrance.tsx';
import { Welcome } from './welcome.tsx';

export function Start() {
  const t = useStrings();
  const { data: session } = useQuery(sessionQuery);
  if (session === null || session === undefined) return <Welcome />;
  return (
    <Entrance title={t('start.none.title')}>
      <Received />
      <Text>{t('start.none.text')}</Text>
    </Entrance>
  );
}
