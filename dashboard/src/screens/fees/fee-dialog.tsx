/** Sets what payments cost, from now or a later time on, or ends a rule. Payments that exist keep their fee. */
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { PaymentFeeRule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useSaving } from '../limits/use-saving.ts';
import { useFeeWords } from './fee-words.ts';
import { type Rate, RateFields, typedRateOf, useRateReader } from './rate-fields.tsx';
import { providerMethods, ScopeFields } from './scope-fields.tsx';

/** `rule`: the one that is changed or ended; its account, method and currency stay. */
export type FeeAct = { kind: 'set'; rule?: PaymentFeeRule } | { kind: 'end'; rule: PaymentFeeRule };

type Method = NonNullable<PaymentFeeRule['method']>;
type Cost = { fee: Rate } | { end: true };

const methods = [...providerMethods, 'wallet', 'bank_transfer'] as const;

type Props = { act: FeeAct; account: number | undefined; onClose: () => void };

export function FeeDialog(props: Props) {
  const { kind, rule } = props.act;
  const t = useStrings();
  const words = useFeeWords();
  const { form, save, submit } = useFeeForm(props);
  const title = rule === undefined ? t('fees.dialog.new') : words.scope(rule);
  return (
    <FormDialog
      title={kind === 'end' ? t('fees.dialog.end', { payments: title }) : title}
      action={t(kind === 'end' ? 'fees.end' : 'limits.save')}
      destroys={kind === 'end'}
      act={save}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Text>{t(kind === 'end' ? 'fees.dialog.end.text' : 'fees.dialog.text')}</Text>
      {rule === undefined && <ScopeFields form={form} methods={methods} isFirst />}
      {kind === 'set' && <RateFields form={form} name="fee" hasFixed={rule === undefined || rule.currency !== null} />}
      <TextInput
        type="datetime-local"
        label={t('fees.effective')}
        description={form.errors.effective_from === undefined && t('fees.effective.text')}
        {...form.getInputProps('effective_from')}
      />
      <ReasonField label={t('limits.reason')} description={t('limits.reason.text')} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

/** What is typed, checked and sent. */
function useFeeForm({ act: { kind, rule }, account, onClose }: Props) {
  const { api } = useBook();
  const readRate = useRateReader();
  const form = useForm({ initialValues: valuesOf(rule) });
  const save = useSaving(
    (cost: Cost) => {
      const { method, currency, effective_from: from, reason } = form.values;
      const body = {
        ...(account === undefined ? {} : { holder_id: account }),
        ...(method === '' ? {} : { method }),
        ...(currency === '' ? {} : { currency }),
        ...cost,
        ...(from === '' ? {} : { effective_from: new Date(from).toISOString() }),
        reason: oneLine(reason),
      };
      return dataOf(api.POST('/api/v1/operator/payment-fees', { body }));
    },
    form,
    onClose,
  );
  const submit = () => {
    if (kind === 'end') return save.mutate({ end: true });
    const { problems, rate } = readRate('fee', form.values.fee, form.values.currency);
    form.setErrors(problems);
    if (rate !== undefined) save.mutate({ fee: rate });
  };
  return { form, save, submit };
}

const valuesOf = (rule: PaymentFeeRule | undefined) => ({
  method: (rule?.method ?? '') as Method | '',
  currency: rule?.currency ?? '',
  fee: typedRateOf(rule?.fee, rule?.currency ?? null),
  effective_from: '',
  reason: '',
});
