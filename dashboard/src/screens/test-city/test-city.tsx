/** The test city beside the test clock: made with one click, and an evening that is played by a slider. */
import { Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TestEvening } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { MakeCity } from './make-city.tsx';
import { Ran } from './ran.tsx';
import { Scrubber } from './scrubber.tsx';
import { isUnderWay, useCity, useCityActs } from './use-city.ts';

const sizes = [100, 500] as const;

export function TestCity() {
  const t = useStrings();
  const may = useMay();
  const query = useCity();
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Loading heights={[200]} />;
  const { is_made: isMade, evening } = query.data;
  if (isUnderWay(evening)) return <Evening evening={evening} mayPlay={may('test_city.play')} />;
  if (!may('test_city.make')) return null;
  if (!isMade) {
    return (
      <Part title={t('city.title')} text={t('city.make.text')}>
        <Group>
          <MakeCity />
        </Group>
      </Part>
    );
  }
  return (
    <>
      {evening !== null && (
        <Part title={t('city.evening.title')} text={t('city.ended')}>
          <Ran evening={evening} />
        </Part>
      )}
      <Begin />
    </>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text c="dimmed">{text}</Text>
        </div>
        {children}
      </Stack>
    </Card>
  );
}

function Evening({ evening, mayPlay }: { evening: TestEvening; mayPlay: boolean }) {
  const t = useStrings();
  return (
    <Part title={t('city.evening.title')} text={t('city.evening.note')}>
      {mayPlay && <Scrubber evening={evening} key={evening.number} />}
      <Ran evening={evening} />
    </Part>
  );
}

function Begin() {
  const t = useStrings();
  const { begin } = useCityActs();
  const [size, setSize] = useState<(typeof sizes)[number]>(500);
  return (
    <Part title={t('city.begin.title')} text={t('city.begin.text')}>
      <Group>
        <SegmentedControl
          aria-label={t('city.size')}
          value={String(size)}
          onChange={(value) => setSize(value === '100' ? 100 : 500)}
          data={sizes.map((count) => ({ value: String(count), label: t('city.size.orders', { count }) }))}
        />
        <Button loading={begin.isPending} onClick={() => begin.mutate(size)}>
          {t('city.begin')}
        </Button>
      </Group>
      {begin.isError && <ProblemNotice error={begin.error} />}
    </Part>
  );
}
