/** How much of one debt one person may write off alone, by currency: the service's, or a company's own. */
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmountOrZero } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { Section } from '../../ui/section.tsx';
import { told } from '../../ui/told.ts';

export type WriteOffLimit = { currency: string; amount: number; set_by: string | null };
type Body = { amount: number; reason: string };
type Save = (currency: string, body: Body) => Promise<unknown>;

type Props = { limits: readonly WriteOffLimit[]; text: string; mayChange: boolean; save: Save };

const reasonLengthMax = 500;

export function WriteOffLimits({ limits, text, mayChange, save }: Props) {
  const t = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('limits.writeOffs')}
      text={text}
      aside={
        mayChange && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('limits.writeOffs.set')}
          </Button>
        )
      }
    >
      {limits.length === 0 && <Text c="dimmed">{t('limits.writeOffs.none')}</Text>}
      <Stack gap="xs">
        {limits.map(({ currency, amount, set_by: name }) => (
          <Group key={currency} justify="space-between">
            <Money amount={amount} currency={currency} fw={550} />
            <Text size="xs" c="dimmed">
              {t('limits.writeOffs.by', { name: name ?? t('limits.change.someone') })}
            </Text>
          </Group>
        ))}
      </Stack>
      {isOpen && <LimitDialog save={save} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function LimitDialog({ save, onClose }: { save: Save; onClose: () => void }) {
  const t = useStrings();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const form = useForm({ initialValues: { currency: '', amount: '', reason: '' } });
  const act = useMutation({
    mutationFn: (body: Body) => save(form.values.currency.trim().toUpperCase(), body),
    onSuccess: () => {
      told(t('limits.saved'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = () => {
    const { currency, amount, reason } = form.values;
    const read = readAmountOrZero(amount, currency);
    form.setErrors({ amount: problemOf(amount, currency, true) });
    if (read !== undefined) act.mutate({ amount: read, reason: oneLine(reason) });
  };
  return (
    <FormDialog
      title={t('limits.writeOffs.title')}
      action={t('limits.save')}
      act={act}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('limits.writeOffs.dialog')}</Text>
      <CurrencyInput label={t('app.currency')} data-autofocus {...form.getInputProps('currency')} />
      <TextInput label={t('app.amount')} inputMode="decimal" autoComplete="off" {...form.getInputProps('amount')} />
      <Textarea
        label={t('limits.reason')}
        description={form.errors.reason === undefined && t('limits.reason.text')}
        maxLength={reasonLengthMax}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
