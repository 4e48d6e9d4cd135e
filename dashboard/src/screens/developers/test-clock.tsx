/** The test account's own time, moved forward by a slider or to an instant. What is then due runs, and the screen says what ran. */
import { Button, Card, Group, Slider, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { DeveloperTabs } from '../../app/developer-tabs.tsx';
import { useMay } from '../../app/may.ts';
import { isReadOnly } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { fieldAddon } from '../../ui/field-addon.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { Instant, useZoneName } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { TestCity } from '../test-city/test-city.tsx';
import { Drain } from './drain.tsx';
import { DueJobsRan, runDueJobs } from './due-jobs.tsx';
import { ReferenceLink } from './reference-link.tsx';
import { ToTestMode } from './to-test-mode.tsx';

const secondsPerHour = 3_600;
const msPerSecond = 1_000;
const hoursPerDay = 24;
/** How narrow a date and a time can stand, in pixels. */
const dateWidth = 220;
/** The steps of the slider, in hours: finer at its start. */
const steps = [1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720, 2_160] as const;

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
      {may('test_clock.move') && <MoveForm now={now} />}
      <TestCity />
      {may('test_clock.move') && <Drain />}
      {!may('test_clock.move') && !isReadOnly(holder.status) && <Text c="dimmed">{t('clock.mayNot')}</Text>}
    </>
  );
}

function MoveForm({ now }: { now: string }) {
  const t = useStrings();
  const timeOf = useDuration();
  const [step, setStep] = useState(steps.indexOf(hoursPerDay));
  const zoneName = useZoneName();
  const { form, move } = useMove(now);
  const hours = steps[step] ?? 1;
  const moveTo = ({ now: at }: typeof form.values) => {
    const instant = new Date(at);
    move.mutate({ now: Number.isNaN(instant.getTime()) ? at : instant.toISOString() });
  };
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="lg">
        <div>
          <Title order={2} size="h3">
            {t('clock.move')}
          </Title>
          <Text c="dimmed">{t('clock.forwardOnly')}</Text>
        </div>
        <Text fw={550}>{t('clock.by.label', { time: timeOf(hours * 60) })}</Text>
        <Slider
          min={0}
          max={steps.length - 1}
          value={step}
          onChange={setStep}
          label={null}
          thumbLabel={t('clock.by')}
          thumbValueText={timeOf(hours * 60)}
          maw={520}
        />
        <Group>
          <Button loading={move.isPending} onClick={() => move.mutate({ advance_seconds: hours * secondsPerHour })}>
            {t('clock.move')}
          </Button>
        </Group>
        <form onSubmit={form.onSubmit(moveTo)} noValidate>
          <TextInput
            label={t('clock.to')}
            description={t('clock.to.hint', { zone: zoneName(new Date(now)) })}
            type="datetime-local"
            required
            withAsterisk={false}
            maw={520}
            {...fieldAddon(
              <Button type="submit" variant="default" loading={move.isPending} disabled={form.values.now === ''}>
                {t('clock.moveTo')}
              </Button>,
              dateWidth,
              true,
            )}
            {...form.getInputProps('now')}
          />
        </form>
        {move.isError && isOfNoField(move.error) && <ProblemNotice error={move.error} />}
        {move.isSuccess && <DueJobsRan ran={move.data} />}
      </Stack>
    </Card>
  );
}

/** Moves the clock by a length of time or to an instant; one before `now` is refused at its field. */
function useMove(now: string) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { now: '' } });
  const move = useMutation({
    mutationFn: (body: { advance_seconds: number } | { now: string }) =>
      runDueJobs(api, () => dataOf(api.POST('/api/v1/test/clock', { body }))),
    onSuccess: () => {
      showToast(t('clock.moved'));
      form.reset();
    },
    onError: (error, body) => {
      const isPast = 'now' in body && Date.parse(body.now) < Date.parse(now);
      form.setErrors(isPast ? { now: t('clock.to.past') } : fieldProblems(error));
    },
    // It may have moved though the rest failed.
    onSettled: () => queries.invalidateQueries(),
  });
  return { form, move };
}

/** A length of time in its two largest units. @returns of minutes, in words. */
function useDuration(): (minutes: number) => string {
  const t = useStrings();
  return (minutes) => {
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / hoursPerDay);
    const parts = [
      ...(days > 0 ? [t('clock.days', { count: days })] : []),
      ...(hours % hoursPerDay > 0 ? [t('clock.hours', { count: hours % hoursPerDay })] : []),
      ...(minutes % 60 > 0 && days === 0 ? [t('clock.minutes', { count: minutes % 60 })] : []),
    ];
    return parts.join(' ');
  };
}
