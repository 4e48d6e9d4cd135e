/** For a person without an account of any kind: what to do next. */
import { Text } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Entrance } from '../session/entrance.tsx';

export function Start() {
  const t = useStrings();
  return (
    <Entrance title={t('start.none.title')}>
      <Text>{t('start.none.text')}</Text>
    </Entrance>
  );
}
