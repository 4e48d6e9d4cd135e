/** Records that a restaurant was paid outside the service, order by order and in full. */
import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { ShadowRestaurant } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { sumsOf } from '../../ui/sums.ts';
import { showToast } from '../../ui/toast.ts';

export function RecordPaid({ restaurant, onClose }: { restaurant: ShadowRestaurant; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      orders: restaurant.open_orders.map((order) => order.partner_order_ref),
      payment_ref: '',
      reference: '',
    },
    validate: { orders: (orders) => (orders.length === 0 ? t('shadow.paid.none') : null) },
  });
  const record = useMutation({
    mutationFn: ({ orders, payment_ref, reference }: typeof form.values) =>
      dataOf(
        api.POST('/api/v1/shadow/paid-outside', {
          body: {
            payment_ref,
            ...(reference === '' ? {} : { reference }),
            orders: orders.map((ref) => ({ partner_order_ref: ref, beneficiary_type: 'merchant' as const })),
          },
        }),
      ),
    onSuccess: () => {
      showToast(t('shadow.paid.done'));
      onClose();
      return queries.invalidateQueries();
    },
    onError: (error) => {
      form.setErrors(fieldProblems(error));
    },
  });
  const chosen = restaurant.open_orders.filter((order) => form.values.orders.includes(order.partner_order_ref));
  const sums = sumsOf(chosen, ({ left }) => left).map(({ amount, currency }) => money(amount, currency));
  return (
    <FormDialog
      title={t('shadow.paid.title')}
      action={sums.length === 0 ? t('shadow.paid.now') : t('shadow.paid.submit', { amount: sums.join(' + ') })}
      onSubmit={form.onSubmit((values) => record.mutate(values))}
      onClose={onClose}
      act={record}
    >
      <Text>{t('shadow.paid.text')}</Text>
      <Checkbox.Group label={t('shadow.paid.orders')} {...form.getInputProps('orders')}>
        <Stack gap="xs" mt="xs">
          {restaurant.open_orders.map((order) => (
            <Group key={order.order_id} justify="space-between" wrap="nowrap">
              <Checkbox value={order.partner_order_ref} label={order.partner_order_ref} />
              <Money amount={order.left} currency={order.currency} />
            </Group>
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={t('shadow.paid.ref')}
        description={t('shadow.paid.ref.hint')}
        {...form.getInputProps('payment_ref')}
      />
      <TextInput
        label={t('shadow.paid.note')}
        description={t('shadow.paid.note.hint')}
        {...form.getInputProps('reference')}
      />
    </FormDialog>
  );
}
