/** What the dialogs in which exceptions are fixed or declined share. */
import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { pageOf } from '../../api/client.ts';
import type { Exception, IncomingTransfer, OperatorTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDesk } from './use-desk.ts';

export type RowDialogProps = { row: Exception; onClose: () => void };

type Query<Data> = { data: Data | undefined; isError: boolean; error: unknown; isSuccess: boolean };

/** Waits for the object; says so where it is no longer what it was. What happens to it while the dialog is open is the dialog's own doing. */
export function Found<Data>({
  query,
  onClose,
  children,
}: {
  query: Query<Data>;
  onClose: () => void;
  children: (data: NonNullable<Data>) => ReactNode;
}) {
  const t = useStrings();
  const [found, setFound] = useState<NonNullable<Data>>();
  if (found === undefined && query.data !== undefined && query.data !== null) setFound(query.data);
  const isGone = found === undefined && query.isSuccess && (query.data === undefined || query.data === null);
  useEffect(() => {
    if (!isGone) return;
    showToast(t('desk.gone'));
    onClose();
  }, [isGone, onClose, t]);
  if (found !== undefined) return children(found);
  if (isGone) return null;
  return (
    <Dialog title={t('desk.title')} onClose={onClose}>
      {query.isError ? <ProblemNotice error={query.error} /> : <Loading heights={[80]} />}
    </Dialog>
  );
}

/** Asks, and sends one request. */
export function Ask({
  title,
  text,
  action,
  send,
  destroys = false,
  onClose,
}: Pick<RowDialogProps, 'onClose'> & {
  title: string;
  text: string;
  action: string;
  send: () => Promise<unknown>;
  destroys?: boolean;
}) {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: send,
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Confirm
      title={title}
      action={action}
      destroys={destroys}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      act={act}
    >
      <Text>{text}</Text>
    </Confirm>
  );
}

/** One of the dialogs of the operator's top-ups, for the top-up that a row is about. */
export const aboutTopUp = (Dialog: (props: { topUp: OperatorTopUp; onClose: () => void }) => ReactNode) =>
  function TopUpOfRow({ row, onClose }: RowDialogProps) {
    const { holderId, mode, api } = useBook();
    const query = { search: row.object_id, limit: 1 };
    const found = useQuery({
      queryKey: ['operator', 'top-ups', holderId, mode, 'one', row.object_id],
      queryFn: async () => (await pageOf(api.GET('/api/v1/operator/top-ups', { params: { query } }))).data[0] ?? null,
    });
    return (
      <Found query={found} onClose={onClose}>
        {(topUp) => <Dialog topUp={topUp} onClose={onClose} />}
      </Found>
    );
  };

/** The bank transfer that a row is about. */
export function TransferOfRow({
  row,
  onClose,
  children,
}: RowDialogProps & { children: (transfer: IncomingTransfer) => ReactNode }) {
  const { holderId, mode, api } = useBook();
  const query = { line_id: Number(row.object_id) };
  const found = useQuery({
    queryKey: ['operator', 'transfers', holderId, mode, 'one', row.object_id],
    queryFn: async () => (await pageOf(api.GET('/api/v1/operator/transfers', { params: { query } }))).data[0] ?? null,
  });
  return (
    <Found query={found} onClose={onClose}>
      {children}
    </Found>
  );
}

type Dialogs = Partial<Record<Exception['kind'], (props: RowDialogProps) => ReactNode>>;

/** The dialog of the row's kind. What was done or declined is no longer there once the queue is read again. */
export const dialogOfKind = (dialogs: Dialogs) =>
  function DialogOfRow({ row, onClose }: RowDialogProps) {
    const { refresh } = useDesk();
    const close = () => {
      onClose();
      void refresh();
    };
    const Own = dialogs[row.kind];
    return Own === undefined ? null : <Own row={row} onClose={close} />;
  };
