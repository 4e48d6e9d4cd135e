/** Tops up clearing: at once in test mode, on the operator's confirmation in live mode. */
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { MoneyDialog } from './money-dialog.tsx';

const common = ['EUR', 'USD', 'GBP'];

type Props = { currencies: readonly string[]; missing?: { amount: number; currency: string }; onClose: () => void };

export function TopUpDialog({ currencies, missing, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { mode, api } = useBook();
  const offered = currencies.length > 0 ? currencies : common;
  return (
    <MoneyDialog
      title={t('wallets.topUp.title')}
      action={t('wallets.topUp')}
      currencies={offered}
      initial={{
        amount: missing === undefined ? '' : String(missing.amount),
        currency: missing?.currency ?? offered[0] ?? '',
      }}
      send={async (body, key) => {
        const made = await dataOf(api.POST('/api/v1/wallets/topups', { headers: { 'idempotency-key': key }, body }));
        const amount = money(made.amount, made.currency);
        return t(made.status === 'succeeded' ? 'wallets.topUp.done' : 'wallets.topUp.pending', { amount });
      }}
      onClose={onClose}
    >
      {() => t(mode === 'test' ? 'wallets.topUp.test' : 'wallets.topUp.live')}
    </MoneyDialog>
  );
}
