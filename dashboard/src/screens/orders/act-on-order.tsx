/** Holding, releasing, confirming and canceling an order: each says what happens before it does. */
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { OrderInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { holdReasonLengthMax, type OrderAct } from './order-acts.ts';
import { useRefreshOrders } from './use-order.ts';

type Props = {
  act: Exclude<OrderAct, 'capture' | 'refund' | 'reverse'>;
  order: OrderInFull;
  /** What the field for it begins with. */
  reason: string | undefined;
  onClose: () => void;
};

export function ActOnOrder({ act, order, reason: typed = '', onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const refresh = useRefreshOrders();
  const { api } = useBook();
  const [reason, setReason] = useState(typed);
  const ref = order.partner_order_ref;
  const change = useMutation({
    mutationFn: () => {
      const call = { params: { path: { ref } } };
      switch (act) {
        case 'hold':
          return dataOf(
            api.POST('/api/v1/orders/{ref}/hold', {
              ...call,
              body: reason.trim() === '' ? {} : { reason: reason.trim() },
            }),
          );
        case 'release':
          return dataOf(api.POST('/api/v1/orders/{ref}/release', call));
        case 'confirm':
          return dataOf(api.POST('/api/v1/orders/{ref}/confirm-payment', call));
        case 'cancel':
          return dataOf(api.POST('/api/v1/orders/{ref}/cancel', call));
      }
    },
    onSuccess: async () => {
      await refresh();
      showToast(t(`order.done.${act}`));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`order.act.${act}.title`)}
      action={t(`order.act.${act}`)}
      destroys={act === 'cancel'}
      act={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Text>{t(`order.act.${act}.text`, { ref, amount: money(order.order_amount, order.currency) })}</Text>
      {act === 'cancel' && order.payment_status === 'authorized' && <Text>{t('order.act.cancel.authorized')}</Text>}
      {act === 'cancel' && order.settlement !== null && <Text>{t('order.act.cancel.settled')}</Text>}
      {act === 'hold' && (
        <ReasonField
          label={t('orders.reason')}
          description={t('orders.reason.note')}
          maxLength={holdReasonLengthMax}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
