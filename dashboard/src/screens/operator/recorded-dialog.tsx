/**
 * A bank transfer that may be the money of a top-up which was credited before its statement came: matching the two first, and crediting
 * an account as the second way.
 */
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { IncomingTransfer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { possessive } from '../../ui/possessive.ts';
import { showToast } from '../../ui/toast.ts';

type Props = {
  transfer: IncomingTransfer;
  recorded: NonNullable<IncomingTransfer['recorded']>;
  onOther: () => void;
  onClose: () => void;
};

export function RecordedDialog({ transfer: line, recorded, onOther, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const { holder, owner, transfer_id, subject, created_at: at } = recorded.transfer;
  const whose = possessive(owner.name);
  const match = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/operator/statement-lines/{id}/match', {
          params: { path: { id: String(line.line_id) } },
          body: { transfers: [{ holder_id: holder.holder_id, transfer_id }] },
        }),
      ),
    onSuccess: () => {
      showToast(t('recon.matched'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <FormDialog
      title={t('op.transfers.match.title', { whose, amount: money(line.amount, line.currency) })}
      action={t('op.transfers.match.submit', { whose })}
      back={t('op.transfers.match.other')}
      onBack={onOther}
      onSubmit={() => match.mutate()}
      onClose={onClose}
      act={match}
      size="lg"
      isQuestion
    >
      <Text>{t('op.transfers.recorded.text', { name: owner.name })}</Text>
      <FactList
        facts={[
          ...(line.sender === null ? [] : [{ label: t('op.transfers.sender'), value: line.sender }]),
          { label: t('op.transfers.text'), value: line.text },
          { label: t('op.transfers.booked'), value: <CalendarDay of={line.booked_on} /> },
          { label: t('op.transfers.recorded.at'), value: <Instant at={at} /> },
          { label: t('op.transfers.match.topUp'), value: subject.id },
        ]}
      />
    </FormDialog>
  );
}
