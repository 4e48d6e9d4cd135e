/** Crediting a bank transfer: whom, into which wallet, and what is in it, before it is done. */
import { NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { IncomingTransfer, TransferRecipient } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { OfTopUp } from './of-top-up.tsx';
import { RecipientField, useRecipients } from './recipient-field.tsx';

type Props = { transfer: IncomingTransfer; onClose: () => void };

export function CreditDialog({ transfer, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { holder: named, currency } = transfer;
  const amount = money(transfer.amount, currency);
  const [chosen, setChosen] = useState<TransferRecipient>();
  const ofReference = useRecipients(
    named === null ? '' : String(named.holder_id),
    currency,
    transfer.amount,
  ).data?.find(({ holder }) => holder.holder_id === named?.holder_id);
  const recipient = named === null ? chosen : ofReference;
  const to = recipient?.holder ?? named;
  const [said, setSaid] = useState('');
  const payees = transfer.beneficiary === null ? (recipient?.payees ?? []) : [];
  const payee = transfer.beneficiary ?? payees.find(({ beneficiary_ref: ref }) => String(ref) === said);
  // Of a transfer without a reference, what they announced is confirmed rather than credited beside it.
  const awaited = transfer.finding === 'unknown' && payee === undefined ? (recipient?.top_up ?? null) : null;
  const credit = useCredit(transfer, payee, onClose, awaited?.topup_id);
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
      <OfTopUp transfer={transfer} />
      {named === null && (
        <Text>{t(`op.transfers.credit.${transfer.finding === 'several' ? 'several' : 'unknown'}`)}</Text>
      )}
      {named === null && (
        <RecipientField
          lineId={transfer.line_id}
          currency={currency}
          amount={transfer.amount}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {payees.length > 0 && <WhatItIs payees={payees} currency={currency} said={said} onSay={setSaid} />}
      {to !== null && (
        <CreditFacts
          first={
            awaited === null
              ? []
              : [{ label: t('op.transfers.credit.confirms'), value: <Instant at={awaited.created_at} /> }]
          }
          to={to}
          payee={payee}
          recipient={recipient}
          amount={transfer.amount}
        />
      )}
      <Text>{t('op.transfers.credit.final')}</Text>
    </FormDialog>
  );
}

type WhatProps = {
  payees: TransferRecipient['payees'];
  currency: string;
  said: string;
  onSay: (ref: string) => void;
};

/** A top-up, or the cash of one of the company's payees. */
function WhatItIs({ payees, currency, said, onSay }: WhatProps) {
  const t = useStrings();
  const money = useMoney();
  return (
    <NativeSelect
      label={t('op.transfers.credit.what')}
      value={said}
      data={[
        { value: '', label: t('op.transfers.credit.topUp') },
        ...payees.map(({ beneficiary_ref: ref, name, held }) => ({
          value: String(ref),
          label: t('op.transfers.credit.payee', { name, amount: money(held, currency) }),
        })),
      ]}
      onChange={(event) => onSay(event.currentTarget.value)}
    />
  );
}

type To = TransferRecipient['holder'];
type Payee = { beneficiary_ref: number; name: string } | undefined;

/** @param payee whose cash it is. @param topUpId of the announced top-up that it is the money of. */
export function useCredit(transfer: IncomingTransfer, payee: Payee, onClose: () => void, topUpId?: string) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (to: To) =>
      dataOf(
        api.POST('/api/v1/operator/transfers/{id}/credit', {
          params: { path: { id: String(transfer.line_id) } },
          body: {
            ...{ holder_id: to.holder_id, holder_name: to.name, finding: transfer.finding },
            ...(payee === undefined ? {} : { beneficiary_ref: payee.beneficiary_ref }),
            ...(topUpId === undefined ? {} : { top_up_id: topUpId }),
          },
        }),
      ),
    onSuccess: ({ holder: { name }, wallet }) => {
      const amount = money(transfer.amount, transfer.currency);
      showToast(t('op.transfers.credit.done', { amount, name, wallet: t(`account.${wallet}`) }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

type FactsProps = {
  /** Shown before those of the account. */
  first?: readonly Fact[];
  to: To;
  payee: Payee;
  recipient: TransferRecipient | undefined;
  amount: number;
};

export function CreditFacts({ first = [], to, payee, recipient, amount }: FactsProps) {
  const t = useStrings();
  const money = useMoney();
  const balance = (one: TransferRecipient, more = 0) => money(one.balance + more, one.currency);
  // What is above the cash that a payee holds becomes its earnings.
  const held = recipient?.payees.find(({ beneficiary_ref: ref }) => ref === payee?.beneficiary_ref)?.held ?? 0;
  const credited = payee === undefined ? amount : Math.min(amount, held);
  return (
    <FactList
      facts={[
        ...first,
        { label: t('op.transfers.account'), value: to.name },
        { label: t('op.transfers.credit.kind'), value: t(`kind.${to.kind}`) },
        { label: t('op.transfers.credit.id'), value: String(to.holder_id) },
        ...(payee === undefined ? [] : [{ label: t('op.transfers.credit.cashOf'), value: payee.name }]),
        ...(recipient === undefined
          ? []
          : [
              {
                label: t('op.transfers.credit.wallet'),
                value: `${t(`account.${recipient.wallet}`)} (${recipient.currency})`,
              },
              { label: t('op.transfers.credit.balance'), value: balance(recipient) },
              { label: t('op.transfers.credit.after'), value: balance(recipient, credited) },
            ]),
      ]}
    />
  );
}
