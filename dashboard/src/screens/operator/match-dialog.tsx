/**
 * Crediting a bank transfer: where an announced top-up is proposed, matching it with that one first, and crediting another account as
 * the second way.
 */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { IncomingTransfer } from '../../api/types.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useMoney } from '../../ui/money.tsx';
import { possessive } from '../../ui/possessive.ts';
import { grouped } from '../top-ups/grouped.ts';
import { CreditDialog, CreditFacts, useCredit } from './credit-dialog.tsx';
import { useRecipients } from './recipient-field.tsx';
import { RecordedDialog } from './recorded-dialog.tsx';

type Props = { transfer: IncomingTransfer; onClose: () => void };

export function SettleDialog({ transfer, onClose }: Props) {
  const may = useMay();
  const [isOther, setOther] = useState(false);
  const [proposal] = transfer.proposals;
  const { recorded } = transfer;
  const ways = { transfer, onOther: () => setOther(true), onClose };
  if (proposal !== undefined && !isOther) return <MatchDialog proposal={proposal} {...ways} />;
  if (recorded !== null && may('reconciliation.match') && !isOther) {
    return <RecordedDialog recorded={recorded} {...ways} />;
  }
  return <CreditDialog transfer={transfer} onClose={onClose} />;
}

type MatchProps = Props & { proposal: IncomingTransfer['proposals'][number]; onOther: () => void };

function MatchDialog({ transfer, proposal, onOther, onClose }: MatchProps) {
  const t = useStrings();
  const money = useMoney();
  const { holder, currency } = proposal;
  const whose = possessive(holder.name);
  const amount = money(transfer.amount, currency);
  const recipient = useRecipients(String(holder.holder_id), currency, transfer.amount).data?.find(
    (one) => one.holder.holder_id === holder.holder_id,
  );
  const credit = useCredit(transfer, undefined, onClose, proposal.topup_id);
  return (
    <FormDialog
      title={t('op.transfers.match.title', { whose, amount })}
      action={t('op.transfers.match.submit', { whose })}
      back={t('op.transfers.match.other')}
      onBack={onOther}
      onSubmit={() => credit.mutate(holder)}
      onClose={onClose}
      act={credit}
      size="lg"
      isQuestion
    >
      <Text>{t(proposal.names_holder ? 'op.transfers.match.named' : 'op.transfers.match.unnamed')}</Text>
      <Stack gap={4}>
        <Text fw={600}>{t('op.transfers.match.transfer')}</Text>
        <FactList
          facts={[
            { label: t('op.transfers.sender'), value: transfer.sender },
            { label: t('op.transfers.text'), value: transfer.text },
            { label: t('op.transfers.booked'), value: <CalendarDay of={transfer.booked_on} /> },
          ]}
        />
      </Stack>
      <Stack gap={4}>
        <Text fw={600}>{t('op.transfers.match.topUp')}</Text>
        <CreditFacts
          first={[
            { label: t('op.transfers.match.announced'), value: <Instant at={proposal.created_at} /> },
            {
              label: t('op.topUps.reference'),
              value: proposal.reference === null ? proposal.topup_id : grouped(proposal.reference),
            },
          ]}
          to={holder}
          payee={undefined}
          recipient={recipient}
          amount={transfer.amount}
        />
      </Stack>
      <Text>{t('op.transfers.credit.final')}</Text>
    </FormDialog>
  );
}
