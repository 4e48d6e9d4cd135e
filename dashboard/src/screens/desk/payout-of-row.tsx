/** A step of the payout that a row is about. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import type { Step } from '../operator/payout-data.ts';
import { PayoutStepDialog } from '../operator/payout-step-dialog.tsx';
import { Found, type RowDialogProps } from './dialog-parts.tsx';

export function PayoutOfRow({ row, step, onClose }: RowDialogProps & { step: Step }) {
  const { holderId, mode, api } = useBook();
  const params = { path: { id: row.object_id } };
  const query = useQuery({
    queryKey: ['operator', 'payouts', holderId, mode, 'one', row.object_id],
    queryFn: () => dataOf(api.GET('/api/v1/operator/payouts/{id}', { params })),
  });
  return (
    <Found query={query} onClose={onClose}>
      {(payout) => <PayoutStepDialog step={step} payouts={[payout]} onClose={onClose} />}
    </Found>
  );
}
