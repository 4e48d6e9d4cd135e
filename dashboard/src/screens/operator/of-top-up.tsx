/** Of a transfer with the reference of a top-up that waits for another amount: whose, of how much, and that crediting it closes the top-up. */
import { Alert } from '@mantine/core';
import type { IncomingTransfer } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';

export function OfTopUp({ transfer }: { transfer: IncomingTransfer }) {
  const t = useStrings();
  const money = useMoney();
  const { top_up: topUp, holder, amount, currency, finding } = transfer;
  if (finding !== 'other_amount' || topUp === null || topUp.status !== 'pending') return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
      {t(amount < topUp.amount ? 'op.transfers.ofTopUp.less' : 'op.transfers.ofTopUp.more', {
        name: holder?.name ?? '',
        announced: money(topUp.amount, topUp.currency),
        difference: money(Math.abs(topUp.amount - amount), currency),
      })}
    </Alert>
  );
}
