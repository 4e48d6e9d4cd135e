/** The dialogs in which exceptions are fixed: those of the screens of their objects, which are read first. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { SentDialog } from '../operator/bank-refunds.tsx';
import { SettleDialog } from '../operator/match-dialog.tsx';
import { ReturnDialog } from '../operator/return-dialog.tsx';
import { ApproveReversal } from '../operator/reversal-dialogs.tsx';
import { StepDialog } from '../operator/second-factors.tsx';
import { ConfirmDialog } from '../operator/top-up-dialogs.tsx';
import { ActOnOrder } from '../orders/act-on-order.tsx';
import { AssignDialog } from '../orders/assign-dialog.tsx';
import { problemsOf } from '../orders/broken-splits.ts';
import { orderQueries } from '../orders/order-queries.ts';
import { TopUpDialog } from '../wallets/top-up-dialog.tsx';
import { Ask, aboutTopUp, dialogOfKind, Found, type RowDialogProps, TransferOfRow } from './dialog-parts.tsx';
import { PayoutOfRow } from './payout-of-row.tsx';
import { useRowWords } from './row-words.ts';

export const FixDialog = dialogOfKind({
  order_held: ReleaseOrder,
  order_broken: AssignSplit,
  shortfall: TopUpShortfall,
  cash_handover: ConfirmCash,
  link_write_off: ApproveWriteOff,
  write_off: ApproveWriteOff,
  transfer: SettleTransfer,
  top_up: aboutTopUp(ConfirmDialog),
  take_back: aboutTopUp(ApproveReversal),
  payout_approve: StepPayout,
  payout_send: StepPayout,
  late_capture: RetryCapture,
  bank_refund: SendRefund,
  two_step_reset: AgreeReset,
});

function ReleaseOrder({ row, onClose }: RowDialogProps) {
  const { holderId, mode } = useBook();
  const query = useQuery(orderQueries({ holderId, mode }, row.object_id).order);
  return (
    <Found query={query} onClose={onClose}>
      {(order) => <ActOnOrder act="release" order={order} onClose={onClose} />}
    </Found>
  );
}

function AssignSplit({ row, onClose }: RowDialogProps) {
  const { holderId, mode } = useBook();
  const queries = orderQueries({ holderId, mode }, row.object_id);
  const order = useQuery(queries.order);
  const trace = useQuery(queries.trace);
  const problem =
    order.data === undefined || trace.data === undefined
      ? undefined
      : problemsOf(order.data, trace.data).find(({ kind }) => kind === 'payee');
  const both = {
    data:
      order.data === undefined || problem?.kind !== 'payee' ? undefined : { order: order.data, place: problem.place },
    isError: order.isError || trace.isError,
    error: order.error ?? trace.error,
    isSuccess: order.isSuccess && trace.isSuccess,
  };
  return (
    <Found query={both} onClose={onClose}>
      {(found) => <AssignDialog {...found} onClose={onClose} />}
    </Found>
  );
}

function TopUpShortfall({ row: { amount, currency }, onClose }: RowDialogProps) {
  if (amount === null || currency === null) return null;
  return <TopUpDialog currencies={[currency]} missing={{ amount, currency }} onClose={onClose} />;
}

function ConfirmCash({ row, onClose }: RowDialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const { amountOf, fixOf, subjectOf } = useRowWords();
  const params = { path: { id: row.object_id } };
  return (
    <Ask
      title={t('desk.confirm.cash.title', { amount: amountOf(row), name: subjectOf(row) ?? '' })}
      text={t('desk.confirm.cash.text')}
      action={fixOf(row)}
      send={() => dataOf(api.POST('/api/v1/cash/handovers/{id}/confirm', { params }))}
      onClose={onClose}
    />
  );
}

function ApproveWriteOff({ row, onClose }: RowDialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const { amountOf, fixOf, subjectOf } = useRowWords();
  const params = { path: { id: row.object_id } };
  return (
    <Ask
      destroys
      title={t('desk.confirm.writeOff.title', { amount: amountOf(row) })}
      text={t('desk.confirm.writeOff.text', { name: subjectOf(row) ?? '', said: row.said ?? '' })}
      action={fixOf(row)}
      send={() =>
        row.kind === 'write_off'
          ? dataOf(api.POST('/api/v1/operator/debt-settlements/{id}/approve', { params }))
          : dataOf(api.POST('/api/v1/debts/write-offs/{id}/approve', { params }))
      }
      onClose={onClose}
    />
  );
}

function RetryCapture({ row, onClose }: RowDialogProps) {
  const t = useStrings();
  const { api } = useBook();
  const { amountOf, fixOf } = useRowWords();
  const params = { path: { id: row.object_id } };
  return (
    <Ask
      title={t('desk.confirm.late.title', { amount: amountOf(row) })}
      text={t('desk.confirm.late.text', { said: row.said ?? '' })}
      action={fixOf(row)}
      send={() => dataOf(api.POST('/api/v1/operator/late-captures/{id}/retry', { params }))}
      onClose={onClose}
    />
  );
}

/** One that pays for something else than a top-up is only sent back. */
function SettleTransfer({ row, onClose }: RowDialogProps) {
  return (
    <TransferOfRow row={row} onClose={onClose}>
      {(transfer) =>
        transfer.payment === null ? (
          <SettleDialog transfer={transfer} onClose={onClose} />
        ) : (
          <ReturnDialog transfer={transfer} onClose={onClose} />
        )
      }
    </TransferOfRow>
  );
}

function StepPayout({ row, onClose }: RowDialogProps) {
  return <PayoutOfRow row={row} step={row.kind === 'payout_approve' ? 'approve' : 'send'} onClose={onClose} />;
}

function SendRefund({ row, onClose }: RowDialogProps) {
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'bank-refunds', holderId, mode, 'one', row.object_id],
    queryFn: async () => {
      const refunds = await dataOf(api.GET('/api/v1/operator/bank-refunds', { params: { query: {} } }));
      return refunds.find(({ refund_id: id }) => id === row.object_id) ?? null;
    },
  });
  return (
    <Found query={query} onClose={onClose}>
      {(refund) => <SentDialog refund={refund} onClose={onClose} />}
    </Found>
  );
}

function AgreeReset({ row, onClose }: RowDialogProps) {
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'second-factors', holderId, mode, 'one', row.object_id],
    queryFn: async () => {
      const resets = await dataOf(api.GET('/api/v1/operator/second-factor-resets'));
      return resets.find(({ person_id: id }) => id === row.object_id) ?? null;
    },
  });
  return (
    <Found query={query} onClose={onClose}>
      {(reset) => <StepDialog reset={reset} step="agree" onClose={onClose} />}
    </Found>
  );
}
