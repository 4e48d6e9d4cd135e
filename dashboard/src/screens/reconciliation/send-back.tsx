/** Sending money of a line back to its sender, and what has become of that. */
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { StatementLine } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { oneLine } from '../../ui/one-line.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import { showToast } from '../../ui/toast.ts';

/** Whether the money of a line can go back at all. */
export const canSendBack = (line: StatementLine): boolean => line.source === 'bank' && line.amount >= 0;

export function SendBackDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const t = useStrings();
  const money = useMoney();
  const { form, sendBack } = useSendBack(line, onClose);
  return (
    <FormDialog
      title={t('recon.sendBack.title', { amount: money(line.open_amount, line.currency) })}
      action={t('recon.sendBack.do')}
      onSubmit={form.onSubmit((values) => sendBack.mutate(values))}
      onClose={onClose}
      act={sendBack}
    >
      <Text>{t('recon.sendBack.text')}</Text>
      <ReasonField
        label={t('recon.sendBack.reason')}
        description={t('recon.sendBack.reason.text')}
        required
        {...form.getInputProps('reason')}
      />
      <Checkbox label={t('recon.sendBack.byHand')} {...form.getInputProps('isByHand', { type: 'checkbox' })} />
      {!form.values.isByHand && (
        <>
          <TextInput label={t('recon.sendBack.name')} maxLength={140} {...form.getInputProps('name')} />
          <TextInput label={t('recon.sendBack.account')} maxLength={50} {...form.getInputProps('account')} />
        </>
      )}
    </FormDialog>
  );
}

type Values = { reason: string; isByHand: boolean; name: string; account: string };

function useSendBack(line: StatementLine, onDone: () => void) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      reason: '',
      isByHand: false,
      name: line.counterparty_name ?? '',
      account: line.counterparty_account ?? '',
    },
    validate: { reason: (reason) => (oneLine(reason) === '' ? t('recon.sendBack.reason.missing') : null) },
  });
  const sendBack = useMutation({
    mutationFn: ({ reason, isByHand, name, account }: Values) => {
      const said = (text: string, key: 'name' | 'account') => (oneLine(text) === '' ? {} : { [key]: oneLine(text) });
      const to = isByHand ? { sent_by_hand: true } : { ...said(name, 'name'), ...said(account, 'account') };
      return dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/return', {
          params: { path: { id: String(line.line_id) } },
          body: { reason: oneLine(reason), ...to },
        }),
      );
    },
    onSuccess: () => {
      showToast(t('recon.sendBack.done'));
      onDone();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return { form, sendBack };
}

type SentBackProps = { line: StatementLine; sentBack: NonNullable<StatementLine['sent_back']> };

export function SentBack({ line, sentBack }: SentBackProps) {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { status, reason, reference, name, account } = sentBack;
  const cancel = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/cancel-return', {
          params: { path: { id: String(line.line_id) } },
        }),
      ),
    onSuccess: () => {
      showToast(t('recon.sentBack.cancelled'));
      setAsking(false);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Alert color={status === 'sent' ? 'blue' : 'yellow'} variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {status === 'sent'
            ? t('recon.sentBack.sent', { reason })
            : t('recon.sentBack.ordered', { name: name ?? '', account: account ?? '', reference })}
        </Text>
        {status === 'ordered' && may('transfers.return') && (
          <Group gap="xs">
            <RecordSent line={line} reason={reason} />
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              {t('recon.sentBack.cancel')}
            </Button>
          </Group>
        )}
      </Stack>
      {isAsking && (
        <Confirm
          title={t('recon.sentBack.cancel.title')}
          action={t('recon.sentBack.cancel')}
          destroys
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
          act={cancel}
        >
          {t('recon.sentBack.cancel.text')}
        </Confirm>
      )}
    </Alert>
  );
}

/** The bank has sent it, although no line of a statement names it. */
function RecordSent({ line, reason }: { line: StatementLine; reason: string }) {
  const t = useStrings();
  const { api } = useBook();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const record = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/return', {
          params: { path: { id: String(line.line_id) } },
          body: { reason, sent_by_hand: true },
        }),
      ),
    onSuccess: () => {
      showToast(t('recon.sentBack.recorded'));
      setAsking(false);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {t('recon.sentBack.record')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('recon.sentBack.record.title')}
          action={t('recon.sentBack.record')}
          onConfirm={() => record.mutate()}
          onClose={() => setAsking(false)}
          act={record}
        >
          {t('recon.sentBack.record.text')}
        </Confirm>
      )}
    </>
  );
}

type RejectedProps = { rejected: NonNullable<StatementLine['return_rejected']> };

export function ReturnRejected({ rejected }: RejectedProps) {
  const t = useStrings();
  return (
    <Alert color="red" variant="light">
      <Text size="sm">{t('recon.returnRejected', { reason: rejected.reason })}</Text>
    </Alert>
  );
}
