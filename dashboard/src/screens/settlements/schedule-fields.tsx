/** How often and when it settles: of all currencies, or of one. */
import { MultiSelect, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useStrings } from '../../strings/strings.tsx';
import { type RhythmValues, weekdays } from './schedule-form.ts';

const daysOfMonth = Array.from({ length: 31 }, (_, index) => String(index + 1));

type Props<Values extends RhythmValues> = { form: UseFormReturnType<Values> };

export function RhythmFields<Values extends RhythmValues>({ form }: Props<Values>) {
  const t = useStrings();
  const { every } = form.values;
  return (
    <>
      <Select
        label={t('schedule.every')}
        allowDeselect={false}
        data={(['day', 'week', 'month'] as const).map((value) => ({ value, label: t(`schedule.every.${value}`) }))}
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <MultiSelect
          label={t('schedule.weekdays')}
          data={weekdays.map((value) => ({ value, label: t(`weekday.${value}`) }))}
          {...form.getInputProps('weekdays')}
        />
      )}
      {every === 'month' && (
        <MultiSelect
          label={t('schedule.monthDays')}
          description={t('schedule.monthDays.hint')}
          data={daysOfMonth}
          {...form.getInputProps('monthDays')}
        />
      )}
    </>
  );
}
