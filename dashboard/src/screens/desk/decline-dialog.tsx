/** The dialogs in which what an exception asks for is declined. */
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { HolderActDialog } from '../operator/holder-act-dialog.tsx';
import { ReturnDialog } from '../operator/return-dialog.tsx';
import { DeclineReversal } from '../operator/reversal-dialogs.tsx';
import { RefuseDialog } from '../operator/top-up-dialogs.tsx';
import { Ask, aboutTopUp, dialogOfKind, type RowDialogProps, TransferOfRow } from './dialog-parts.tsx';
import { PayoutOfRow } from './payout-of-row.tsx';
import { useRowWords } from './row-words.ts';

/** The kinds are those of `declinable` in `kinds.ts`. */
export const DeclineDialog = dialogOfKind({
  top_up: aboutTopUp(RefuseDialog),
  take_back: aboutTopUp(DeclineReversal),
  write_off: DeclineWriteOff,
  link_write_off: DeclineWriteOff,
  approval: RefuseAccount,
  cash_handover: DeclineCash,
  transfer: SendBack,
  payout_approve: ({ row, onClose }) => <PayoutOfRow row={row} step="reject" onClose={onClose} />,
});

function DeclineWriteOff({ row, onClose }: RowDialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const { amountOf, subjectOf } = useRowWords();
  const params = { path: { id: row.object_id } };
  return (
    <Ask
      title={t('desk.decline.writeOff.title', { amount: amountOf(row) })}
      text={t('desk.decline.writeOff.text', { name: subjectOf(row) ?? '', said: row.said ?? '' })}
      action={t('desk.decline')}
      send={() =>
        row.kind === 'write_off'
          ? dataOf(api.POST('/api/v1/operator/debt-settlements/{id}/decline', { params }))
          : dataOf(api.POST('/api/v1/debts/write-offs/{id}/decline', { params }))
      }
      onClose={onClose}
    />
  );
}

function DeclineCash({ row, onClose }: RowDialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const { amountOf, subjectOf } = useRowWords();
  const [amount, name] = [amountOf(row), subjectOf(row) ?? ''];
  const params = { path: { id: row.object_id } };
  return (
    <Ask
      title={t('desk.decline.cash.title', { amount, name })}
      text={t('desk.decline.cash.text', { amount, name })}
      action={t('desk.decline')}
      send={() => dataOf(api.POST('/api/v1/cash/handovers/{id}/decline', { params }))}
      onClose={onClose}
    />
  );
}

function SendBack({ row, onClose }: RowDialogProps) {
  return (
    <TransferOfRow row={row} onClose={onClose}>
      {(transfer) => <ReturnDialog transfer={transfer} onClose={onClose} />}
    </TransferOfRow>
  );
}

function RefuseAccount({ row: { holder }, onClose }: RowDialogProps) {
  return holder === null ? null : <HolderActDialog act="refuse" holder={holder} onClose={onClose} />;
}
