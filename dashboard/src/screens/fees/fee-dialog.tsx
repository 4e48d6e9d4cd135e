/** Sets what payments cost, from now or a later time on, or ends a rule. Payments that exist keep their fee. */
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { PaymentFeeRule } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAmountProblem } from '../../ui/amount-problem.ts';
import { CurrencyInput } from '../../ui/currency-input.tsx';
import { readAmountOrZero, typedAmount } from '../../ui/decimal.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useSaving } from '../limits/use-saving.ts';
import { readBasisPoints, typedRate } from './fee-rules.ts';
import { useFeeWords } from './fee-words.ts';

/** `rule`: the one that is changed or ended; its account, method and currency stay. */
export type FeeAct = { kind: 'set'; rule?: PaymentFeeRule } | { kind: 'end'; rule: PaymentFeeRule };

type Method = NonNullable<PaymentFeeRule['method']>;
type Cost = { fee: { basis_points: number; fixed: number } } | { end: true };

const methods = ['card', 'onlinewallet', 'wallet', 'bank_transfer'] as const;

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
      {rule === undefined && (
        <SimpleGrid cols={2} spacing="sm">
          <NativeSelect
            label={t('fees.method')}
            data={[
              { value: '', label: t('fees.method.every') },
              ...methods.map((value) => ({ value, label: t(`payments.method.${value}`) })),
            ]}
            data-autofocus
            {...form.getInputProps('method')}
          />
          <CurrencyInput
            label={t('app.currency')}
            placeholder={t('fees.currency.every')}
            {...form.getInputProps('currency')}
          />
        </SimpleGrid>
      )}
      {kind === 'set' && (
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label={t('fees.rate')}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('fee.basis_points')}
          />
          <TextInput
            label={t('fees.fixed')}
            inputMode="decimal"
            autoComplete="off"
            disabled={rule !== undefined && rule.currency === null}
            {...form.getInputProps('fee.fixed')}
          />
        </SimpleGrid>
      )}
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
  const t = useStrings();
  const { api } = useBook();
  const problemOf = useAmountProblem();
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
    const { fee, currency } = form.values;
    const basisPoints = readBasisPoints(fee.basis_points);
    const fixed = fee.fixed.trim() === '' ? 0 : readAmountOrZero(fee.fixed, currency);
    form.setErrors({
      'fee.basis_points': basisPoints === undefined ? t('fees.rate.wrong') : null,
      'fee.fixed': fixed === undefined ? problemOf(fee.fixed, currency, true) : null,
      currency: fixed !== undefined && fixed > 0 && currency === '' ? t('fees.fixed.currency') : null,
    });
    if (basisPoints === undefined || fixed === undefined || (fixed > 0 && currency === '')) return;
    save.mutate({ fee: { basis_points: basisPoints, fixed } });
  };
  return { form, save, submit };
}

const valuesOf = (rule: PaymentFeeRule | undefined) => ({
  method: (rule?.method ?? '') as Method | '',
  currency: rule?.currency ?? '',
  fee: {
    basis_points: rule?.fee == null ? '' : typedRate(rule.fee.basis_points),
    fixed: rule?.fee == null || rule.currency === null ? '' : typedAmount(rule.fee.fixed, rule.currency),
  },
  effective_from: '',
  reason: '',
});
