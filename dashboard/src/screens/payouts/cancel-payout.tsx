/** Cancels a payout that nobody has approved, once it is confirmed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { OwnPayout as Payout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { afterPayoutChange } from './queries.ts';

/** Whether the reader can cancel a payout. */
export function useIsCancellable(): (payout: Payout) => boolean {
  const may = useMay();
  return ({ status }) => status === 'requested' && may('payouts.cancel');
}

type Props = { payout: Payout /** The number of the account that it goes to. */; bank: string; onClose: () => void };

export function CancelPayout({ payout, bank, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const { api } = useBook();
  const cancel = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/payouts/{id}/cancel', {
          params: { path: { id: payout.payout_id } },
        }),
      ),
    onSuccess: () => {
      showToast(t('payouts.cancelled'));
      onClose();
    },
    onSettled: () => afterPayoutChange(queries),
  });
  return (
    <Confirm
      title={t('payouts.cancel.title')}
      action={t('payouts.cancel')}
      back={t('payouts.cancel.keep')}
      destroys
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
      act={cancel}
    >
      {t('payouts.cancel.text', { amount: money(payout.amount, payout.currency), bank })}
    </Confirm>
  );
}
