/** Currencies that settle on a schedule of their own: added, changed and removed one by one. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { SettlementSchedule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import { RhythmFields } from './schedule-fields.tsx';
import { formField, type Rhythm, rhythmChangeOf, rhythmOf } from './schedule-form.ts';

type Asked = { act: 'add' } | { act: 'change' | 'remove'; currency: string };

export function CurrencySchedules({ schedule }: { schedule: SettlementSchedule }) {
  const t = useStrings();
  const may = useMay();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const own = Object.entries(schedule.currencies);
  return (
    <Section
      title={t('currencySchedules.title')}
      text={t('currencySchedules.text')}
      aside={
        may('schedule.change') && (
          <Button variant="default" onClick={() => setAsked({ act: 'add' })}>
            {t('currencySchedules.add')}
          </Button>
        )
      }
    >
      {own.length === 0 && <Text c="dimmed">{t('currencySchedules.none')}</Text>}
      {own.map(([currency, one]) => (
        <Group key={currency} justify="space-between" wrap="nowrap">
          <div>
            <Text fw={550}>{currency}</Text>
            <Text size="sm" c="dimmed" component="div">
              <Dotted>
                <span>{t(`schedule.every.${one.every}`)}</span>
                <span>{one.time}</span>
                {one.next_run_at !== null && (
                  <span>
                    {t('schedule.next')} <Instant at={one.next_run_at} zone />
                  </span>
                )}
              </Dotted>
            </Text>
          </div>
          {may('schedule.change') && (
            <RowMenu
              label={t('currencySchedules.actions', { currency })}
              actions={[
                {
                  label: t('currencySchedules.change'),
                  icon: 'pencil',
                  onClick: () => setAsked({ act: 'change', currency }),
                },
                {
                  label: t('currencySchedules.remove'),
                  icon: 'trash',
                  destroys: true,
                  onClick: () => setAsked({ act: 'remove', currency }),
                },
              ]}
            />
          )}
        </Group>
      ))}
      {(asked?.act === 'add' || asked?.act === 'change') && (
        <RhythmDialog
          currency={asked.act === 'add' ? undefined : asked.currency}
          before={(asked.act === 'change' && schedule.currencies[asked.currency]) || schedule.schedule}
          onClose={close}
        />
      )}
      {asked?.act === 'remove' && <RemoveDialog currency={asked.currency} onClose={close} />}
    </Section>
  );
}

/** The API takes all of them at once, so the others are read anew and sent back as they are. */
function useChange(onDone: () => void, done: string) {
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ currency, rhythm }: { currency: string; rhythm: Rhythm | undefined }) => {
      const { currencies } = await dataOf(api.GET('/api/v1/settlement-schedule'));
      const others = Object.entries(currencies).filter(([code]) => code !== currency);
      const kept = others.map(([code, { next_run_at: _, ...one }]) => [code, one] as const);
      const wanted = Object.fromEntries(rhythm === undefined ? kept : [...kept, [currency, rhythm] as const]);
      return dataOf(api.PUT('/api/v1/settlement-schedule', { body: { currencies: wanted } }));
    },
    onSuccess: (saved) => {
      queries.setQueryData(['settlement-schedule', holderId, mode], saved);
      showToast(done);
      onDone();
    },
  });
}

type DialogProps = { currency: string | undefined; before: Rhythm; onClose: () => void };

function RhythmDialog({ currency, before, onClose }: DialogProps) {
  const t = useStrings();
  const form = useForm({
    initialValues: { currency: currency ?? '', ...rhythmOf(before) },
    validate: { currency: (value) => (/^[A-Za-z]{3}$/.test(value.trim()) ? null : t('currencySchedules.wrong')) },
  });
  const save = useChange(onClose, t('schedule.saved'));
  const submit = (values: typeof form.values) => {
    const code = values.currency.trim().toUpperCase();
    save.mutate(
      { currency: code, rhythm: rhythmChangeOf(values) },
      {
        onError: (error) => {
          const problems = Object.entries(fieldProblems(error)).map(([field, message]) => {
            const name = field === `currencies.${code}` ? 'currency' : field.replace(`currencies.${code}`, 'schedule');
            return [formField(name, values.every), name === 'currency' ? t('app.currencyWrong') : message];
          });
          form.setErrors(Object.fromEntries(problems));
        },
      },
    );
  };
  return (
    <FormDialog
      title={
        currency === undefined ? t('currencySchedules.add.title') : t('currencySchedules.change.title', { currency })
      }
      action={t('app.save')}
      act={save}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <Stack gap="md">
        {currency === undefined && (
          <CurrencyInput label={t('app.currency')} data-autofocus {...form.getInputProps('currency')} />
        )}
        <RhythmFields form={form} />
        <TextInput label={t('schedule.time')} type="time" w={160} {...form.getInputProps('time')} />
      </Stack>
    </FormDialog>
  );
}

function RemoveDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const t = useStrings();
  const remove = useChange(onClose, t('currencySchedules.removed'));
  return (
    <Confirm
      title={t('currencySchedules.remove.title', { currency })}
      action={t('currencySchedules.remove')}
      destroys
      act={remove}
      onConfirm={() => remove.mutate({ currency, rhythm: undefined })}
      onClose={onClose}
    >
      {t('currencySchedules.remove.text', { currency })}
    </Confirm>
  );
}
