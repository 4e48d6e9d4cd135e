/** Changes the payout rule of a currency. Payouts that were requested keep the fee they were requested with. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { PayoutRule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmount, readAmountOrZero, typedAmount } from '../../ui/decimal.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useSaving } from './use-saving.ts';

type Values = { currency: string; fee: string; minimum: string; daily_limit: string; reason: string };
type Terms = { fee: number; minimum: number; daily_limit?: number };

export function RuleDialog({ rule, onClose }: { rule: PayoutRule | 'new'; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const problemOf = useAmountProblem();
  const form = useForm<Values>({ initialValues: valuesOf(rule) });
  const save = useSaving(
    (terms: Terms) => {
      const currency = form.values.currency.trim().toUpperCase();
      const body = { ...terms, reason: oneLine(form.values.reason) };
      return dataOf(api.PUT('/api/v1/operator/payout-rules/{currency}', { params: { path: { currency } }, body }));
    },
    form,
    onClose,
  );
  const submit = () => {
    const { currency, daily_limit: limit } = form.values;
    const fee = readAmountOrZero(form.values.fee, currency);
    const minimum = readAmount(form.values.minimum, currency);
    const isLimited = limit.trim() !== '';
    const daily = isLimited ? readAmount(limit, currency) : undefined;
    form.setErrors({
      fee: problemOf(form.values.fee, currency, true),
      minimum: problemOf(form.values.minimum, currency),
      daily_limit: isLimited ? problemOf(limit, currency) : null,
    });
    if (fee === undefined || minimum === undefined || (isLimited && daily === undefined)) return;
    save.mutate({ fee, minimum, ...(daily === undefined ? {} : { daily_limit: daily }) });
  };
  const isNew = rule === 'new';
  return (
    <FormDialog
      title={isNew ? t('limits.rule.new') : t('limits.rule.title', { currency: rule.currency })}
      action={t('limits.save')}
      act={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('limits.rule.text')}</Text>
      {isNew && <CurrencyInput label={t('app.currency')} data-autofocus {...form.getInputProps('currency')} />}
      <TextInput label={t('limits.fee')} inputMode="decimal" autoComplete="off" {...form.getInputProps('fee')} />
      <TextInput
        label={t('limits.minimum')}
        description={form.errors.minimum === undefined && t('limits.minimum.text')}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('minimum')}
      />
      <TextInput
        label={t('limits.daily')}
        description={form.errors.daily_limit === undefined && t('limits.daily.text')}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('daily_limit')}
      />
      <ReasonField label={t('limits.reason')} description={t('limits.reason.text')} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

const valuesOf = (rule: PayoutRule | 'new'): Values =>
  rule === 'new'
    ? { currency: '', fee: '0', minimum: '', daily_limit: '', reason: '' }
    : {
        currency: rule.currency,
        fee: typedAmount(rule.fee, rule.currency),
        minimum: typedAmount(rule.minimum, rule.currency),
        daily_limit: rule.daily_limit === null ? '' : typedAmount(rule.daily_limit, rule.currency),
        reason: '',
      };
