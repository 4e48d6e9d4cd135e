/** On the home, while an evening is under way: the slider, and what ran. */
import { Card, Stack, Title } from '@mantine/core';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Ran } from './ran.tsx';
import { Scrubber } from './scrubber.tsx';
import { isUnderWay, useCity } from './use-city.ts';

export function EveningAtHome() {
  const t = useStrings();
  const may = useMay();
  const { data } = useCity();
  if (!isUnderWay(data?.evening)) return null;
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="md">
        <Title order={2} size="h3">
          {t('city.evening.title')}
        </Title>
        {may('test_city.play') && <Scrubber evening={data.evening} key={data.evening.number} />}
        <Ran evening={data.evening} />
      </Stack>
    </Card>
  );
}
