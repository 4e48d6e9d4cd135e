/** Crediting a bank transfer: whom, into which wallet, and what is in it, before it is done. */
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { IncomingTransfer, TransferRecipient } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { RecipientField, useRecipients } from './recipient-field.tsx';

type Props = { transfer: IncomingTransfer; onClose: () => void };

export function CreditDialog({ transfer, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const { holder: named, currency } = transfer;
  const amount = money(transfer.amount, currency);
  const [chosen, setChosen] = useState<TransferRecipient>();
  const ofReference = useRecipients(named === null ? '' : String(named.holder_id), currency).data?.find(
    ({ holder }) => holder.holder_id === named?.holder_id,
  );
  const recipient = named === null ? chosen : ofReference;
  const to = recipient?.holder ?? named;
  const wallet = recipient === undefined ? undefined : t(`account.${recipient.wallet}`);
  const credit = useMutation({
    mutationFn: (holder: { holder_id: number; name: string }) =>
      dataOf(
        api.POST('/api/v1/operator/transfers/{id}/credit', {
          params: { path: { id: String(transfer.line_id) } },
          body: { holder_id: holder.holder_id, holder_name: holder.name, finding: transfer.finding },
        }),
      ),
    onSuccess: ({ holder: { name }, wallet: credited }) => {
      showToast(t('op.transfers.credit.done', { amount, name, wallet: t(`account.${credited}`) }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const balance = (one: TransferRecipient, more = 0) => money(one.balance + more, currency);
  return (
    <FormDialog
      title={t('op.transfers.credit.title', { amount })}
      action={t('op.transfers.credit.submit', { amount })}
      canSubmit={to !== null}
      onSubmit={() => to !== null && credit.mutate(to)}
      onClose={onClose}
      act={credit}
      isQuestion={named !== null}
    >
      {named === null && (
        <Text>{t(`op.transfers.credit.${transfer.finding === 'several' ? 'several' : 'unknown'}`)}</Text>
      )}
      {named === null && (
        <RecipientField lineId={transfer.line_id} currency={currency} chosen={chosen} onChoose={setChosen} />
      )}
      {to !== null && (
        <FactList
          facts={[
            { label: t('op.transfers.account'), value: to.name },
            { label: t('op.transfers.credit.kind'), value: t(`kind.${to.kind}`) },
            { label: t('op.transfers.credit.id'), value: String(to.holder_id) },
            ...(recipient === undefined
              ? []
              : [
                  { label: t('op.transfers.credit.wallet'), value: `${wallet} (${currency})` },
                  { label: t('op.transfers.credit.balance'), value: balance(recipient) },
                  { label: t('op.transfers.credit.after'), value: balance(recipient, transfer.amount) },
                ]),
          ]}
        />
      )}
      <Text>{t('op.transfers.credit.final')}</Text>
    </FormDialog>
  );
}
