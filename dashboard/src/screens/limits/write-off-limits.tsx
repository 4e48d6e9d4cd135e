/** How much of one debt one person may write off alone, by currency: the service's, or a company's own. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmountOrZero } from '../../ui/decimal.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { Section } from '../../ui/section.tsx';
import { useSaving } from './use-saving.ts';

type WriteOffLimit = { currency: string; amount: number; set_by: string | null };
type Body = { amount: number; reason: string };
type Save = (currency: string, body: Body) => Promise<unknown>;

type Props = {
  limits: readonly WriteOffLimit[];
  /** What applies in a currency without one: of debts to a company, to the service, or to the service while it has four eyes. */
  without: 'company' | 'service' | 'fourEyes';
  mayChange: boolean;
  save: Save;
};

export function WriteOffLimits({ limits, without, mayChange, save }: Props) {
  const t = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('limits.writeOffs')}
      footnote={t(without === 'company' ? 'op.limits.writeOffs.company' : 'op.limits.writeOffs.operator')}
      aside={
        mayChange && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('limits.writeOffs.set')}
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {limits.length === 0 && <Text fw={600}>{t(`op.limits.writeOffs.none.${without}`)}</Text>}
        {limits.map(({ currency, amount, set_by: name }) => (
          <Group key={currency} justify="space-between">
            <Money amount={amount} currency={currency} fw={550} />
            <Text size="xs" c="dimmed">
              {t('limits.writeOffs.by', { name: name ?? t('limits.change.someone') })}
            </Text>
          </Group>
        ))}
        {limits.length > 0 && <Text>{t(`op.limits.writeOffs.others.${without}`)}</Text>}
      </Stack>
      {isOpen && <LimitDialog save={save} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function LimitDialog({ save, onClose }: { save: Save; onClose: () => void }) {
  const t = useStrings();
  const problemOf = useAmountProblem();
  const form = useForm({ initialValues: { currency: '', amount: '', reason: '' } });
  const act = useSaving((body: Body) => save(form.values.currency.trim().toUpperCase(), body), form, onClose);
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
      <ReasonField label={t('limits.reason')} description={t('limits.reason.text')} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
