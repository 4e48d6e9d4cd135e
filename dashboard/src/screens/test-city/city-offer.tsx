/** Offers a test city where there is nothing to see yet, and the slider once there is a city. */
import { Text } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { MakeCity } from './make-city.tsx';
import { OpenEvening } from './open-evening.tsx';
import { useCity, useMayMakeCity } from './use-city.ts';

const wordsWidth = 420;

export function CityOffer() {
  const t = useStrings();
  const mayMake = useMayMakeCity();
  const { data } = useCity();
  if (!mayMake || data === undefined) return null;
  if (data.is_made) return <OpenEvening />;
  return (
    <>
      <MakeCity />
      <Text size="sm" c="dimmed" maw={wordsWidth}>
        {t('city.make.text')}
      </Text>
    </>
  );
}
