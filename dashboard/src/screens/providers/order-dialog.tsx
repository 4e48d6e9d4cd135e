/** Sets which providers may charge, in order of preference, or ends an order. Payments under way stay where they are. */
import { MultiSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { PaymentProviders } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useFeeWords } from '../fees/fee-words.ts';
import { providerMethods, ScopeFields } from '../fees/scope-fields.tsx';
import { useSaving } from '../limits/use-saving.ts';

type Order = PaymentProviders['orders'][number];

/** `order`: the one that is changed or ended; its account, method and currency stay. */
export type OrderAct = { kind: 'set'; order?: Order } | { kind: 'end'; order: Order };

type Method = (typeof providerMethods)[number];

type Props = {
  act: OrderAct;
  account: number | undefined;
  providers: PaymentProviders['providers'];
  onClose: () => void;
};

export function OrderDialog(props: Props) {
  const { kind, order } = props.act;
  const t = useStrings();
  const words = useFeeWords();
  const { form, save, submit } = useOrderForm(props);
  const scope = order === undefined ? t('providers.dialog.new') : words.scope(order);
  return (
    <FormDialog
      title={kind === 'end' ? t('providers.dialog.end', { payments: scope }) : scope}
      action={t(kind === 'end' ? 'providers.end' : 'limits.save')}
      destroys={kind === 'end'}
      act={save}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Text>{t(kind === 'end' ? 'providers.dialog.end.text' : 'providers.dialog.text')}</Text>
      {order === undefined && <ScopeFields form={form} methods={providerMethods} isFirst />}
      {kind === 'set' && (
        <MultiSelect
          label={t('providers.dialog.which')}
          description={t('providers.dialog.which.text')}
          data={props.providers.map(({ name, title }) => ({ value: name, label: title }))}
          hidePickedOptions
          {...form.getInputProps('providers')}
        />
      )}
      <ReasonField label={t('limits.reason')} description={t('limits.reason.text')} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

function useOrderForm({ act: { kind, order }, account, onClose }: Props) {
  const t = useStrings();
  const { api } = useBook();
  const form = useForm({
    initialValues: {
      method: (order?.method ?? '') as Method | '',
      currency: order?.currency ?? '',
      providers: [...(order?.providers ?? [])],
      reason: '',
    },
  });
  const save = useSaving(
    (what: { providers: string[] } | { end: true }) => {
      const { method, currency, reason } = form.values;
      const body = {
        ...(account === undefined ? {} : { holder_id: account }),
        ...(method === '' ? {} : { method }),
        ...(currency === '' ? {} : { currency }),
        ...what,
        reason: oneLine(reason),
      };
      return dataOf(api.POST('/api/v1/operator/payment-providers/orders', { body }));
    },
    form,
    onClose,
  );
  const submit = () => {
    if (kind === 'end') return save.mutate({ end: true });
    const { providers } = form.values;
    form.setErrors({ providers: providers.length === 0 ? t('providers.dialog.which.none') : null });
    if (providers.length > 0) save.mutate({ providers });
  };
  return { form, save, submit };
}
