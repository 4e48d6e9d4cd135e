/** How a company follows its customers' cash: whether, how much one payee may hold and for how long, and what happens above that. */
import { ActionIcon, Button, Group, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { CashSettings } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmount, typedAmount } from '../../ui/decimal.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';

type Limit = { key: number; currency: string; amount: string };
type Values = { isTracked: boolean; limits: Limit[]; days: string; above: CashSettings['above_limits'] };
type Form = UseFormReturnType<Values>;

const daysMax = 365;

const valuesOf = ({ is_tracked, limits, days_max, above_limits }: CashSettings): Values => ({
  isTracked: is_tracked,
  limits: Object.entries(limits).map(([currency, amount], key) => ({
    key,
    currency,
    amount: typedAmount(amount, currency),
  })),
  days: days_max === null ? '' : String(days_max),
  above: above_limits,
});

const codeOf = ({ currency }: Limit): string => currency.trim().toUpperCase();

export function SettingsDialog({ settings, onClose }: { settings: CashSettings; onClose: () => void }) {
  const t = useStrings();
  const { mode } = useBook();
  const { form, save } = useSettingsForm(settings, onClose);
  return (
    <FormDialog
      title={t('cash.settings.title')}
      action={t('app.save')}
      act={save}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Switch
        label={t('cash.settings.tracked')}
        description={`${t('cash.settings.tracked.text')} ${t(`cash.start.${mode}`)}`}
        {...form.getInputProps('isTracked', { type: 'checkbox' })}
      />
      <Limits form={form} />
      <TextInput
        label={t('cash.settings.days')}
        description={form.errors.days === undefined && t('cash.settings.days.text')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...form.getInputProps('days')}
      />
      <Radio.Group label={t('cash.settings.above')} {...form.getInputProps('above')}>
        <Stack gap="xs" mt="xs">
          {(['warn', 'refuse'] as const).map((value) => (
            <Radio key={value} value={value} label={t(`cash.settings.above.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

function Limits({ form }: { form: Form }) {
  const t = useStrings();
  const { limits } = form.values;
  const add = () => {
    const key = Math.max(-1, ...limits.map((one) => one.key)) + 1;
    form.insertListItem('limits', { key, currency: '', amount: '' });
  };
  return (
    <fieldset style={{ border: 'none', margin: 0, padding: 0, minWidth: 0 }}>
      <Stack gap="xs">
        <Text component="legend" fw={500} size="sm" p={0}>
          {t('cash.settings.limits')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('cash.settings.limits.text')} {limits.length === 0 && t('cash.settings.limits.none')}
        </Text>
        {limits.map((limit, at) => (
          <Group key={limit.key} gap="xs" wrap="nowrap" align="flex-start">
            <CurrencyInput aria-label={t('app.currency')} w={90} {...form.getInputProps(`limits.${at}.currency`)} />
            <TextInput
              aria-label={`${t('cash.settings.limit')} ${codeOf(limit)}`.trim()}
              placeholder="500"
              flex={1}
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              {...form.getInputProps(`limits.${at}.amount`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={
                codeOf(limit) === ''
                  ? t('cash.settings.limit.removeNew')
                  : t('cash.settings.limit.remove', { currency: codeOf(limit) })
              }
              onClick={() => form.removeListItem('limits', at)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={add}
        >
          {t('cash.settings.limit.add')}
        </Button>
      </Stack>
    </fieldset>
  );
}

function useSettingsForm(settings: CashSettings, onClose: () => void) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const problemOf = useAmountProblem();
  const currencyProblem = (limit: Limit | undefined, limits: readonly Limit[]): string | null => {
    if (limit === undefined || !/^[A-Z]{3}$/.test(codeOf(limit))) return t('app.currencyWrong');
    const isTwice = limits.filter((one) => codeOf(one) === codeOf(limit)).length > 1;
    return isTwice ? t('cash.settings.limit.twice') : null;
  };
  const form: Form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: {
      limits: {
        currency: (_, { limits }, path) => currencyProblem(limits[Number(path.split('.')[1])], limits),
        amount: (typed, { limits }, path) => problemOf(typed, limits[Number(path.split('.')[1])]?.currency ?? ''),
      },
      days: (typed) => {
        const days = typed.trim();
        const isDays = /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= daysMax;
        return days === '' || isDays ? null : t('cash.settings.days.wrong');
      },
    },
  });
  const save = useMutation({
    mutationFn: ({ isTracked, limits, days, above }: Values) =>
      dataOf(
        api.PUT('/api/v1/cash/settings', {
          body: {
            is_tracked: isTracked,
            limits: Object.fromEntries(
              limits.map((one) => [codeOf(one), readAmount(one.amount, one.currency) ?? 0] as const),
            ),
            days_max: days.trim() === '' ? null : Number(days),
            above_limits: above,
          },
        }),
      ),
    onSuccess: async (saved) => {
      queries.setQueryData(['cash', holderId, mode, 'settings'], saved);
      showToast(t('cash.settings.saved'));
      onClose();
      await queries.invalidateQueries({ queryKey: ['cash', holderId, mode] });
    },
    onError: (error) => {
      const codes = form.values.limits.map(codeOf);
      const problems = Object.entries(fieldProblems(error)).map(([field, message]) => {
        const at = codes.indexOf(field.replace('limits.', ''));
        const isCode = /ISO 4217/.test(message);
        return at < 0
          ? [field === 'days_max' ? 'days' : field, message]
          : [`limits.${at}.${isCode ? 'currency' : 'amount'}`, isCode ? t('app.currencyWrong') : message];
      });
      form.setErrors(Object.fromEntries(problems));
    },
  });
  return { form, save };
}
