/** Sets when an account is paid out by itself, what is the least, and what stays in it. */
import { Group, Select, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { BodyOf, PayoutOptions } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useSession } from '../../app/session.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { readAmountOrZero, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import type { Automatic } from './automatic-payouts.tsx';
import { afterPayoutChange } from './queries.ts';
import { lastDay } from './schedule-words.ts';
import { useSourceWords } from './source-words.ts';

const intervals = ['never', 'day', 'week', 'month'] as const;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const monthDays = Array.from({ length: lastDay }, (_, index) => String(index + 1));

type Interval = (typeof intervals)[number];
type Values = {
  every: Interval;
  weekday: string;
  monthDay: string;
  minimum: string;
  keep: string;
  bank_account_id: string;
};
type Form = UseFormReturnType<Values>;

function valuesOf({ schedule, currency }: Automatic): Values {
  const typed = (amount: number | undefined) =>
    amount === undefined || amount === 0 ? '' : typedAmount(amount, currency);
  const day = schedule?.day ?? null;
  return {
    every: schedule?.every ?? 'week',
    weekday: typeof day === 'string' ? day : 'friday',
    monthDay: typeof day === 'number' ? String(day) : '1',
    minimum: typed(schedule?.minimum),
    keep: typed(schedule?.keep),
    bank_account_id: schedule?.bank_account_id ?? '',
  };
}

type Props = { of: Automatic; options: PayoutOptions; onClose: () => void };

export function ScheduleDialog({ of, options, onClose }: Props) {
  const t = useStrings();
  const { mode, holder } = useBook();
  const { person } = useSession();
  const wordsOf = useSourceWords();
  const problemOf = useAmountProblem();
  const { currency } = of;
  const judge = (typed: string) =>
    readAmountOrZero(typed.trim() || '0', currency) === undefined
      ? (problemOf(typed, currency) ?? t('payouts.new.amount.syntax'))
      : null;
  const form: Form = useForm({ initialValues: valuesOf(of), validate: { minimum: judge, keep: judge } });
  const save = useSave(form, of, onClose);
  const banks = options.destinations.filter((one) => one.currency === null || one.currency === currency);
  const needsTwoStep = mode === 'live' && holder.kind !== 'customer' && !person.second_factor;
  const isOff = form.values.every === 'never';
  const lacks = needsTwoStep ? 'payouts.new.needsTwoStep' : banks.length === 0 && !isOff ? 'auto.noBank' : undefined;
  return (
    <FormDialog
      title={t('auto.dialog.title', { account: wordsOf(of), currency })}
      action={t('app.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
      act={save}
      canSubmit={lacks === undefined}
    >
      <DayFields form={form} />
      {!isOff && (
        <>
          <Group grow align="flex-end">
            <TextInput
              label={`${t('auto.minimum')} (${currency})`}
              description={t('auto.minimum.hint')}
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              {...form.getInputProps('minimum')}
            />
            <TextInput
              label={`${t('auto.keep')} (${currency})`}
              description={t('auto.keep.hint')}
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              {...form.getInputProps('keep')}
            />
          </Group>
          {banks.length > 1 && (
            <Select
              label={t('payouts.to')}
              allowDeselect={false}
              data={banks.map(({ bank_account_id: value, number, account_name: name }) => ({
                value,
                label: `${number} · ${name}`,
              }))}
              {...form.getInputProps('bank_account_id')}
            />
          )}
        </>
      )}
      <Text size="sm" c={lacks === undefined ? 'dimmed' : 'var(--tone-waiting)'}>
        {t(lacks ?? 'auto.note')}
      </Text>
    </FormDialog>
  );
}

function DayFields({ form }: { form: Form }) {
  const t = useStrings();
  const { every } = form.values;
  return (
    <Group grow align="flex-start">
      <Select
        label={t('auto.every')}
        allowDeselect={false}
        data={intervals.map((value) => ({ value, label: t(`auto.every.${value}`) }))}
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <Select
          label={t('auto.day')}
          allowDeselect={false}
          data={weekdays.map((value) => ({ value, label: t(`weekday.${value}` as StringId) }))}
          {...form.getInputProps('weekday')}
        />
      )}
      {every === 'month' && (
        <Select
          label={t('auto.day')}
          description={Number(form.values.monthDay) > 28 ? t('auto.day.hint') : undefined}
          allowDeselect={false}
          data={monthDays}
          {...form.getInputProps('monthDay')}
        />
      )}
    </Group>
  );
}

function useSave(form: Form, of: Automatic, onClose: () => void) {
  const t = useStrings();
  const queries = useQueryClient();
  const { api, holder } = useBook();
  const { account, beneficiary_ref: ref, currency } = of;
  return useMutation({
    mutationFn: ({ every, weekday, monthDay, minimum, keep, bank_account_id: bank }: Values) => {
      const body: BodyOf<'consoleSetPayoutSchedule'> = {
        account,
        currency,
        every,
        minimum: readAmountOrZero(minimum.trim() || '0', currency) ?? 0,
        keep: readAmountOrZero(keep.trim() || '0', currency) ?? 0,
        // A company's is that of its settlements.
        ...(holder.kind === 'company' ? {} : { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
        ...(ref === null ? {} : { beneficiary_ref: ref }),
        ...(bank === '' ? {} : { bank_account_id: bank }),
        ...(every === 'week' ? { day: weekday as (typeof weekdays)[number] } : {}),
        ...(every === 'month' ? { day: Number(monthDay) } : {}),
      };
      return dataOf(api.PUT('/api/v1/payout-schedules', { body }));
    },
    onSuccess: async () => {
      showToast(t('auto.saved'));
      await afterPayoutChange(queries);
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
  });
}
