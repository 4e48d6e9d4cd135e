/** Sets what a provider charges, or ends a cost. Nothing is posted by it. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { ProviderCost, ProviderCosts } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useFeeWords } from '../fees/fee-words.ts';
import { type Rate, RateFields, typedRateOf, useRateReader } from '../fees/rate-fields.tsx';
import { providerMethods, ScopeFields } from '../fees/scope-fields.tsx';
import { useSaving } from '../limits/use-saving.ts';

/** `rule`: the one that is changed or ended; its provider, method and currency stay. */
export type CostAct = { kind: 'set'; rule?: ProviderCost } | { kind: 'end'; rule: ProviderCost };

type Method = (typeof providerMethods)[number];

type Props = { act: CostAct; providers: ProviderCosts['providers']; onClose: () => void };

export function CostDialog(props: Props) {
  const { kind, rule } = props.act;
  const t = useStrings();
  const words = useFeeWords();
  const { form, save, submit } = useCostForm(props);
  const titleOf = (name: string) => props.providers.find((one) => one.name === name)?.title ?? name;
  const title =
    rule === undefined
      ? t('margins.costs.dialog.new')
      : t('margins.costs.of', { provider: titleOf(rule.provider), payments: words.scope(rule) });
  return (
    <FormDialog
      title={kind === 'end' ? t('margins.costs.dialog.end', { payments: title }) : title}
      action={t(kind === 'end' ? 'fees.end' : 'limits.save')}
      destroys={kind === 'end'}
      act={save}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Text>{t(kind === 'end' ? 'margins.costs.dialog.end.text' : 'margins.costs.dialog.text')}</Text>
      {rule === undefined && (
        <>
          <NativeSelect
            label={t('margins.provider')}
            data={props.providers.map(({ name, title: label }) => ({ value: name, label }))}
            data-autofocus
            {...form.getInputProps('provider')}
          />
          <ScopeFields form={form} methods={providerMethods} />
        </>
      )}
      {kind === 'set' && <RateFields form={form} name="cost" hasFixed={rule === undefined || rule.currency !== null} />}
      <TextInput
        type="datetime-local"
        label={t('fees.effective')}
        description={form.errors.effective_from === undefined && t('margins.costs.since.text')}
        {...form.getInputProps('effective_from')}
      />
      <ReasonField label={t('limits.reason')} description={t('limits.reason.text')} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

function useCostForm({ act: { kind, rule }, providers, onClose }: Props) {
  const { api } = useBook();
  const readRate = useRateReader();
  const form = useForm({
    initialValues: {
      provider: rule?.provider ?? providers[0]?.name ?? '',
      method: (rule?.method ?? '') as Method | '',
      currency: rule?.currency ?? '',
      cost: typedRateOf(rule?.cost, rule?.currency ?? null),
      effective_from: '',
      reason: '',
    },
  });
  const save = useSaving(
    (what: { cost: Rate } | { end: true }) => {
      const { provider, method, currency, effective_from: from, reason } = form.values;
      const body = {
        provider,
        ...(method === '' ? {} : { method }),
        ...(currency === '' ? {} : { currency }),
        ...what,
        ...(from === '' ? {} : { effective_from: new Date(from).toISOString() }),
        reason: oneLine(reason),
      };
      return dataOf(api.POST('/api/v1/operator/provider-costs', { body }));
    },
    form,
    onClose,
  );
  const submit = () => {
    if (kind === 'end') return save.mutate({ end: true });
    const { problems, rate } = readRate('cost', form.values.cost, form.values.currency);
    form.setErrors(problems);
    if (rate !== undefined) save.mutate({ cost: rate });
  };
  return { form, save, submit };
}
