/** When a company settles by itself: the schedule, what waits, and pausing it all. */
import { Button, Card, Group, NumberInput, Select, Skeleton, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf } from '../../api/client.ts';
import type { SettlementSchedule as Answer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { fieldAddon } from '../../ui/field-addon.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { isOfNoField } from '../../ui/form-problems.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { CurrencySchedules } from './currency-schedules.tsx';
import { PauseCard } from './pause-card.tsx';
import { RhythmFields } from './schedule-fields.tsx';
import { changeOf, formField, holdDaysMax, type ScheduleValues, units, valuesOf } from './schedule-form.ts';
import { SettlementsFrame } from './settlements-frame.tsx';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function SettlementSchedule() {
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const query = useQuery({
    queryKey: ['settlement-schedule', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/settlement-schedule')),
  });
  return (
    <SettlementsFrame>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {query.isSuccess && (
        <>
          <PauseCard schedule={query.data} />
          {may('schedule.change') ? (
            <ScheduleForm key={`${holderId}/${mode}`} schedule={query.data} />
          ) : (
            <ScheduleFacts schedule={query.data} />
          )}
          <CurrencySchedules schedule={query.data} />
        </>
      )}
    </SettlementsFrame>
  );
}

function ScheduleForm({ schedule }: { schedule: Answer }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const form = useForm<ScheduleValues>({ initialValues: valuesOf(schedule) });
  const save = useMutation({
    mutationFn: (values: ScheduleValues) => dataOf(api.PUT('/api/v1/settlement-schedule', { body: changeOf(values) })),
    onSuccess: (saved) => {
      showToast(t('schedule.saved'));
      form.resetDirty();
      queries.setQueryData(['settlement-schedule', holderId, mode], saved);
    },
    onError: (error, { every }) => {
      const problems = Object.entries(fieldProblems(error)).map(([field, message]) => {
        const name = formField(field, every);
        // The service counts in seconds, whatever the unit here.
        return [name, name === 'hold' ? t('schedule.hold.wrong', { days: holdDaysMax }) : message];
      });
      form.setErrors(Object.fromEntries(problems));
    },
  });
  return (
    <ScheduleCard>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md" maw={520}>
          <RhythmFields form={form} />
          <Group grow align="flex-start">
            <TextInput label={t('schedule.time')} type="time" {...form.getInputProps('time')} />
            <Select
              label={t('schedule.zone')}
              searchable
              allowDeselect={false}
              limit={100}
              data={zones.includes(schedule.time_zone) ? zones : [schedule.time_zone, ...zones]}
              {...form.getInputProps('timeZone')}
            />
          </Group>
          <NumberInput
            label={t('schedule.hold')}
            description={t('schedule.hold.hint')}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            {...fieldAddon(
              <Select
                aria-label={t('schedule.unit')}
                allowDeselect={false}
                w={120}
                data={units.map((value) => ({ value, label: t(`schedule.unit.${value}`) }))}
                {...form.getInputProps('unit')}
              />,
            )}
            {...form.getInputProps('hold')}
          />
          <Switch
            label={t('schedule.onlyPaid')}
            description={t('schedule.onlyPaid.hint')}
            {...form.getInputProps('onlyPaid', { type: 'checkbox' })}
          />
          {save.isError && isOfNoField(save.error) && <ProblemNotice error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('app.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </ScheduleCard>
  );
}

/** For who may not change it. */
function ScheduleFacts({ schedule }: { schedule: Answer }) {
  const t = useStrings();
  const { every, weekdays, monthDays, time, timeZone, hold, unit, onlyPaid } = valuesOf(schedule);
  const days = every === 'week' ? weekdays.map((day) => t(`weekday.${day}` as StringId)) : monthDays;
  return (
    <ScheduleCard>
      <FactList
        facts={[
          { label: t('schedule.every'), value: t(`schedule.every.${every}`) },
          ...(every === 'day'
            ? []
            : [{ label: t(every === 'week' ? 'schedule.weekdays' : 'schedule.monthDays'), value: days.join(', ') }]),
          { label: t('schedule.time'), value: time },
          { label: t('schedule.zone'), value: timeZone },
          {
            label: t('schedule.hold'),
            value: Number(hold) === 0 ? t('schedule.hold.none') : `${hold} ${t(`schedule.unit.${unit}`)}`,
          },
          { label: t('schedule.onlyPaid'), value: t(onlyPaid ? 'app.yes' : 'app.no') },
        ]}
      />
    </ScheduleCard>
  );
}

function ScheduleCard({ children }: { children: ReactNode }) {
  const t = useStrings();
  return (
    <Card withBorder padding="lg" component="section">
      <Title order={2} mb="md">
        {t('schedule.title')}
      </Title>
      {children}
    </Card>
  );
}
