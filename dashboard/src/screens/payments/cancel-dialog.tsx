/** Cancels an open payment, which revokes its link, or voids an authorized one. */
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { PaymentInFull } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { useRefreshPayments } from './use-payment.ts';

export function CancelDialog({ payment, onClose }: { payment: PaymentInFull; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const refresh = useRefreshPayments();
  const { payment_id: id } = payment;
  const act = payment.status === 'authorized' ? 'void' : 'cancel';
  const cancel = useMutation({
    mutationFn: () => {
      const call = { params: { path: { id } } };
      return dataOf(api.POST('/api/v1/payments/{id}/cancel', call));
    },
    onSuccess: async () => {
      await refresh();
      showToast(t(`payment.${act}.done`));
      onClose();
    },
    // It may have been paid meanwhile: the screen below says so.
    onError: () => refresh(),
  });
  return (
    <Confirm
      title={t(`payment.${act}.title`)}
      action={t(`payment.${act}`)}
      back={t(`payment.${act}.keep`)}
      destroys
      act={cancel}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      {t(`payment.${act}.text`, { amount: money(payment.amount, payment.currency) })}
    </Confirm>
  );
}
