/** Moves the test clock forward by a length of time or to an instant, and says before where that leads and what then runs. */
import { Button, Card, Group, SegmentedControl, Slider, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { Instant, useZoneName } from '../../ui/instant.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { companyQuery } from '../home/company-query.ts';
import { DueJobsRan, runDueJobs } from './due-jobs.tsx';
import { hoursPerDay, useDuration } from './duration.ts';

const secondsPerHour = 3_600;
const msPerSecond = 1_000;
/** The steps of the slider, in hours: finer at its start. */
const steps = [1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720, 2_160] as const;
/** Those that are named below it, in hours. */
const named: readonly number[] = [1, 24, 168, 2_160];
const ways = ['by', 'to'] as const;

export function MoveClock({ now }: { now: string }) {
  const t = useStrings();
  const zoneName = useZoneName();
  const [way, setWay] = useState<(typeof ways)[number]>('by');
  const [step, setStep] = useState(steps.indexOf(hoursPerDay));
  const { form, move } = useMove(now);
  const hours = steps[step] ?? 1;
  const typed = new Date(form.values.now);
  const target = way === 'by' ? new Date(Date.parse(now) + hours * secondsPerHour * msPerSecond) : typed;
  const isKnown = !Number.isNaN(target.getTime());
  const submit = () => {
    if (way === 'by') move.mutate({ advance_seconds: hours * secondsPerHour });
    else move.mutate({ now: isKnown ? target.toISOString() : form.values.now });
  };
  return (
    <Card withBorder padding="lg" component="section">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="lg">
          <div>
            <Title order={2} size="h3">
              {t('clock.move')}
            </Title>
            <Text c="dimmed">{t('clock.forwardOnly')}</Text>
          </div>
          <SegmentedControl
            aria-label={t('clock.move')}
            maw={360}
            value={way}
            data={ways.map((value) => ({ value, label: t(`clock.${value}`) }))}
            onChange={(value) => {
              setWay(value);
              form.clearErrors();
            }}
          />
          {way === 'by' ? (
            <ByLength step={step} onChange={setStep} />
          ) : (
            <TextInput
              label={t('clock.to.label')}
              description={t('clock.to.hint', { zone: zoneName(new Date(now)) })}
              type="datetime-local"
              required
              withAsterisk={false}
              maw={360}
              {...form.getInputProps('now')}
            />
          )}
          <Group gap="md">
            <Button type="submit" loading={move.isPending} disabled={way === 'to' && form.values.now === ''}>
              {t('clock.move')}
            </Button>
            {isKnown && <Outcome target={target} />}
          </Group>
          {move.isError && isOfNoField(move.error) && <ProblemNotice error={move.error} />}
          {move.isSuccess && <DueJobsRan ran={move.data} />}
        </Stack>
      </form>
    </Card>
  );
}

/** @param props.step the place of the length among the steps. */
function ByLength({ step, onChange }: { step: number; onChange: (step: number) => void }) {
  const t = useStrings();
  const timeOf = useDuration();
  const time = timeOf((steps[step] ?? 1) * 60);
  return (
    <div>
      <Text fw={550} mb="xs">
        {t('clock.by.label', { time })}
      </Text>
      <Slider
        min={0}
        max={steps.length - 1}
        value={step}
        onChange={onChange}
        label={null}
        marks={steps.map((length, value) =>
          named.includes(length) ? { value, label: timeOf(length * 60) } : { value },
        )}
        thumbLabel={t('clock.by')}
        thumbValueText={time}
        maw={520}
        mx="md"
        mb="lg"
      />
    </div>
  );
}

/** Where it leads, and for a company whether its next settlement runs on the way. */
function Outcome({ target }: { target: Date }) {
  const t = useStrings();
  const { holderId, mode, holder } = useBook();
  const may = useMay();
  const isCompany = holder.kind === 'company' && may('orders.read');
  const home = useQuery({ ...companyQuery({ holderId, mode }), enabled: isCompany });
  const [next] = (home.data?.currencies ?? []).flatMap(({ next_run_at: at }) => at ?? []).sort();
  return (
    <div role="status">
      <Text fw={550} component="div">
        → <Instant at={target.toISOString()} zone />
      </Text>
      {next !== undefined && (
        <Text size="sm" c="dimmed" component="div">
          {Date.parse(next) <= target.getTime() ? t('clock.runs') : t('clock.runsNot')} <Instant at={next} zone />
        </Text>
      )}
    </div>
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
