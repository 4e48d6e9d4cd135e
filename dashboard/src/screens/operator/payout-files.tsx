/** The payment files: each with what the bank said of it, to download, to mark as sent, and the bank's report to upload. */
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { PayoutFile, TakenReport } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { showProblemToast, showToast } from '../../ui/toast.ts';
import classes from './operator.module.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { filedIdOf, useSavePayoutFile } from './save-payout-file.ts';

const reportBytesMax = 4 * 1_024 * 1_024;

const tones = {
  created: 'neutral',
  pending: 'waiting',
  accepted: 'done',
  partly_rejected: 'failed',
  rejected: 'failed',
  replaced: 'neutral',
  given_up: 'neutral',
} as const;

export function PayoutFiles() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const { list } = useList({
    key: ['operator', 'payout-files'],
    filters: {},
    read: (query) => api.GET('/api/v1/operator/payout-files', { params: { query } }),
  });
  const status = (row: PayoutFile) => (
    <ToneBadge tone={tones[row.status]}>{t(`files.status.${row.status}`, { count: row.rejected })}</ToneBadge>
  );
  const columns: Column<PayoutFile>[] = [
    {
      key: 'file',
      title: t('files.one'),
      cell: (row) => (
        <>
          {t(`files.format.${row.format}`)}
          <Text size="xs" c="dimmed">
            {row.message_id}
          </Text>
        </>
      ),
    },
    { key: 'day', title: t('files.day'), cell: (row) => <span className={classes.nowrap}>{row.execution_day}</span> },
    { key: 'payouts', title: t('files.payments'), align: 'end', cell: (row) => <Payments file={row} /> },
    {
      key: 'total',
      title: t('files.total'),
      align: 'end',
      cell: (row) => <Money amount={row.total} currency={row.currency} fw={550} />,
    },
    { key: 'status', title: t('files.status'), cell: status },
    { key: 'at', title: t('files.at'), cell: (row) => <Instant at={row.created_at} /> },
    { key: 'act', title: t('op.act'), align: 'end', cell: (row) => <FileActs file={row} /> },
  ];
  return (
    <Page title={t('files.title')} note={t('files.note')} actions={may('payout_files.report') && <ReportUpload />}>
      <List
        label={t('files.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.file_id}
        at={(row) => row.created_at}
        empty={<NoFiles />}
        card={(row) => (
          <CardFacts
            title={row.execution_day}
            amount={<Money amount={row.total} currency={row.currency} />}
            when={<Instant at={row.created_at} />}
            below={
              <>
                {status(row)}
                <Payments file={row} />
              </>
            }
            actions={<FileActs file={row} />}
          />
        )}
      />
    </Page>
  );
}

function NoFiles() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <EmptyState
      icon="file-text"
      title={t('files.empty.title')}
      text={t('files.empty.text')}
      action={
        <Link to="/h/$holderId/$mode/operator/payouts" params={{ holderId, mode }} search={{ status: 'approved' }}>
          {t('files.empty.action')}
        </Link>
      }
    />
  );
}

/** How many of each kind, of those that are in it. */
function Payments({ file }: { file: PayoutFile }) {
  const t = useStrings();
  const counts = [
    ['files.count.payouts', file.payouts],
    ['files.count.returns', file.returns],
    ['files.count.refunds', file.refunds],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([key, count]) => (
      <Text key={key} size="sm" className={classes.nowrap}>
        {t(key, { count })}
      </Text>
    ));
}

function FileActs({ file }: { file: PayoutFile }) {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const wordsOf = useProblemWords();
  const saveFile = useSavePayoutFile();
  const [isSending, setIsSending] = useState(false);
  const [isGivingUp, setIsGivingUp] = useState(false);
  const save = useMutation({
    mutationFn: () => saveFile(file),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
  });
  const send = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/api/v1/operator/payout-files/{id}/send', { params: { path: { id: file.file_id } } })),
    onSuccess: ({ sent }) => {
      showToast(t('files.sent', { count: sent }));
      setIsSending(false);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Group gap="xs" justify="flex-end">
      {may('payouts.export') && file.erased_at === null && (
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t('files.download')}
        </Button>
      )}
      {may('payout_files.give_up') && (file.status === 'created' || file.status === 'rejected') && (
        <Button size="xs" variant="default" onClick={() => setIsGivingUp(true)}>
          {t('files.giveUp')}
        </Button>
      )}
      {isGivingUp && <GiveUpDialog file={file} onClose={() => setIsGivingUp(false)} />}
      {may('payouts.send') && file.payouts > 0 && file.status !== 'replaced' && file.status !== 'given_up' && (
        <Button size="xs" variant="default" onClick={() => setIsSending(true)}>
          {t('files.send')}
        </Button>
      )}
      {isSending && (
        <FormDialog
          title={t('files.send.title', { count: file.payouts })}
          action={t('files.send')}
          isQuestion
          onSubmit={() => send.mutate()}
          onClose={() => setIsSending(false)}
          act={send}
        >
          <Text c="dimmed">{t('files.send.text')}</Text>
        </FormDialog>
      )}
    </Group>
  );
}

function GiveUpDialog({ file, onClose }: { file: PayoutFile; onClose: () => void }) {
  const t = useStrings();
  const { api } = useBook();
  const params = { path: { id: file.file_id } };
  return (
    <ReasonDialog
      title={t('files.giveUp.title')}
      text={t('files.giveUp.text')}
      label={t('files.giveUp.reason')}
      action={t('files.giveUp')}
      send={(reason) => dataOf(api.POST('/api/v1/operator/payout-files/{id}/give-up', { params, body: { reason } }))}
      onDone={() => showToast(t('files.givenUp'))}
      onClose={onClose}
    />
  );
}

function ReportUpload() {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const take = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      return dataOf(api.POST('/api/v1/operator/payout-files/reports', { body: { text } }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    if (file.size > reportBytesMax) showProblemToast(t('files.report.tooLarge'));
    else take.mutate(file);
  };
  return (
    <>
      <FileButton accept=".xml,application/xml,text/xml" onChange={choose}>
        {(props) => (
          <Button {...props} variant="default" loading={take.isPending}>
            {t('files.report')}
          </Button>
        )}
      </FileButton>
      {(take.isError || take.data !== undefined) && (
        <Dialog title={t('files.report.title')} onClose={() => take.reset()} size="lg">
          {take.isError && <ReportProblem error={take.error} />}
          {take.data !== undefined && <ReportResult report={take.data} />}
        </Dialog>
      )}
    </>
  );
}

/** What is wrong with the file, or why it could not be sent. */
function ReportProblem({ error }: { error: unknown }) {
  const words = fieldProblem(error, 'text');
  return words === undefined ? <ProblemNotice error={error} /> : <Text role="alert">{words}</Text>;
}

function ReportResult({ report }: { report: TakenReport }) {
  const t = useStrings();
  const lists = [
    ['files.report.failed', report.failed.map(({ payout_id: id, reason }) => ({ id, words: reason }))],
    ['files.report.returns', report.rejected_returns.map(({ return_id: id, reason }) => ({ id, words: reason }))],
    ['files.report.refunds', report.rejected_refunds.map(({ refund_id: id, reason }) => ({ id, words: reason }))],
    ['files.report.questions', report.questions.map((one) => ({ id: filedIdOf(one), words: one.message }))],
  ] as const;
  return (
    <Stack gap="md">
      <Text>{t('files.report.changed', { count: report.changed })}</Text>
      {report.sent > 0 && <Text>{t('files.report.sent', { count: report.sent })}</Text>}
      {lists
        .filter(([, rows]) => rows.length > 0)
        .map(([heading, rows]) => (
          <div key={heading}>
            <Text fw={550}>{t(heading)}</Text>
            {rows.map(({ id, words }) => (
              <Text key={id} size="sm">
                {words}{' '}
                <Text span size="xs" c="dimmed">
                  {id}
                </Text>
              </Text>
            ))}
          </div>
        ))}
    </Stack>
  );
}
