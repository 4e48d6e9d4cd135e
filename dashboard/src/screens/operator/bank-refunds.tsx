/** Refunds of payments by bank transfer: the operator sends them by a payment file, or at the bank and says so here. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { BankRefund } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Asked = { act: 'sent' | 'failed'; refund: BankRefund };

/** Nothing while there is none. */
export function BankRefunds() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [asked, setAsked] = useState<Asked>();
  const { data } = useQuery({
    queryKey: ['operator', 'bank-refunds', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/bank-refunds', { params: { query: {} } })),
  });
  if (data === undefined || data.length === 0) return null;
  const close = () => setAsked(undefined);
  return (
    <Section title={t('op.refunds.title')} text={t('op.refunds.text')}>
      <Stack>
        {data.map((refund) => (
          <Refund key={refund.refund_id} refund={refund} onAsk={setAsked} />
        ))}
      </Stack>
      {asked?.act === 'sent' && <SentDialog refund={asked.refund} onClose={close} />}
      {asked?.act === 'failed' && <FailedDialog refund={asked.refund} onClose={close} />}
    </Section>
  );
}

function Refund({ refund, onAsk }: { refund: BankRefund; onAsk: (asked: Asked) => void }) {
  const t = useStrings();
  const may = useMay();
  const { amount, currency, creditor_name: name, creditor_account: account, file_id: file } = refund;
  return (
    <Card withBorder>
      <FactList
        facts={[
          { label: t('op.refunds.amount'), value: <Money amount={amount} currency={currency} fw={550} /> },
          { label: t('op.refunds.of'), value: refund.holder.name },
          { label: t('op.refunds.to'), value: name ?? t('op.refunds.unknown') },
          {
            label: t('op.bank.iban'),
            value: account === null ? t('op.refunds.noAccount') : <Copyable value={account} what={t('op.bank.iban')} />,
          },
          {
            label: t('op.refunds.reference'),
            value: <Copyable value={refund.refund_id} what={t('op.refunds.reference')} />,
          },
          ...(file === null
            ? []
            : [{ label: t('op.refunds.file'), value: <Copyable value={file} what={t('op.refunds.file')} /> }]),
        ]}
      />
      {may('transfers.return') && (
        <Group gap="xs" mt="md">
          <Button size="xs" variant="default" onClick={() => onAsk({ act: 'sent', refund })}>
            {t('op.refunds.sent')}
          </Button>
          {file === null && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onAsk({ act: 'failed', refund })}>
              {t('op.refunds.failed')}
            </Button>
          )}
        </Group>
      )}
    </Card>
  );
}

type DialogProps = { refund: BankRefund; onClose: () => void };

function useSettle() {
  const { api } = useBook();
  return ({ refund_id: id }: BankRefund, body: { outcome: 'sent' } | { outcome: 'failed'; reason: string }) =>
    dataOf(api.POST('/api/v1/operator/bank-refunds/{id}', { params: { path: { id } }, body }));
}

export function SentDialog({ refund, onClose }: DialogProps) {
  const t = useStrings();
  const money = useMoney();
  const queries = useQueryClient();
  const settle = useSettle();
  const act = useMutation({
    mutationFn: () => settle(refund, { outcome: 'sent' }),
    onSuccess: () => {
      showToast(t('op.refunds.done'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Confirm
      title={t('op.refunds.sent.title', { amount: money(refund.amount, refund.currency) })}
      action={t('op.refunds.sent')}
      onConfirm={() => act.mutate()}
      onClose={onClose}
      act={act}
    >
      <Text>{t('op.refunds.sent.text')}</Text>
    </Confirm>
  );
}

function FailedDialog({ refund, onClose }: DialogProps) {
  const t = useStrings();
  const money = useMoney();
  const settle = useSettle();
  return (
    <ReasonDialog
      title={t('op.refunds.failed.title', { amount: money(refund.amount, refund.currency) })}
      text={t('op.refunds.failed.text')}
      label={t('op.transfers.return.reason')}
      hint={t('op.refunds.failed.hint')}
      action={t('op.refunds.failed')}
      send={(reason) => settle(refund, { outcome: 'failed', reason })}
      onDone={() => showToast(t('op.refunds.failed.done'))}
      onClose={onClose}
    />
  );
}
