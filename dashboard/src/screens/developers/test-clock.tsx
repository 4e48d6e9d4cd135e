/** The test account's own time, moved forward by a slider or to an instant. What is then due runs, and the screen says what ran. */
import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TestCity } from '../test-city/test-city.tsx';
import { Drain } from './drain.tsx';
import { useDuration } from './duration.ts';
import { MoveClock } from './move-clock.tsx';
import { ReferenceLink } from './reference-link.tsx';
import { ToTestMode } from './to-test-mode.tsx';

const msPerSecond = 1_000;

export function TestClock() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['test-clock', holderId, mode],
    enabled: mode === 'test',
    queryFn: () => dataOf(api.GET('/api/v1/test/clock')),
  });
  if (mode === 'live') {
    return (
      <Page title={t('clock.title')} actions={<ReferenceLink />}>
        <DeveloperTabs />
        <Card withBorder>
          <EmptyState
            icon="clock"
            title={t('clock.live.title')}
            text={t('clock.live.text')}
            action={<ToTestMode to="/h/$holderId/$mode/developers/test-clock" />}
          />
        </Card>
      </Page>
    );
  }
  return (
    <Page title={t('clock.title')} note={t('clock.note')} actions={<ReferenceLink />}>
      <DeveloperTabs />
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[240]} />}
      {query.isSuccess && <Clock now={query.data.now} readAt={query.dataUpdatedAt} />}
    </Page>
  );
}

function Clock({ now, readAt }: { now: string; readAt: number }) {
  const t = useStrings();
  const timeOf = useDuration();
  const { holder } = useBook();
  const may = useMay();
  const aheadMinutes = Math.round((new Date(now).getTime() - readAt) / (60 * msPerSecond));
  return (
    <>
      <Facts
        facts={[
          { label: t('clock.now'), value: <Instant at={now} zone /> },
          { label: t('clock.ahead'), value: aheadMinutes < 1 ? t('clock.ahead.none') : timeOf(aheadMinutes) },
        ]}
      />
      <TestCity />
      {may('test_clock.move') && <MoveClock now={now} />}
      {may('test_clock.move') && <Drain />}
      {!may('test_clock.move') && !isReadOnly(holder.status) && <Text c="dimmed">{t('clock.mayNot')}</Text>}
    </>
  );
}
