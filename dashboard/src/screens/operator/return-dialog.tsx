/** Marking a bank transfer as sent back. */
import { dataOf } from '../../api/client.ts';
import type { IncomingTransfer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = { transfer: IncomingTransfer; onClose: () => void };

export function ReturnDialog({ transfer, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  return (
    <ReasonDialog
      title={t('op.transfers.return.title', { amount: money(transfer.amount, transfer.currency) })}
      text={t('op.transfers.return.text')}
      label={t('op.transfers.return.reason')}
      hint={t('op.transfers.return.reason.text')}
      action={t('op.transfers.return')}
      send={(reason) =>
        dataOf(
          api.POST('/api/v1/operator/transfers/{id}/return', {
            params: { path: { id: String(transfer.line_id) } },
            body: { reason },
          }),
        )
      }
      onDone={() => showToast(t('op.transfers.return.done'))}
      onClose={onClose}
    />
  );
}
