/** Moves commission to clearing. */
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { MoneyDialog } from './money-dialog.tsx';

type Props = { balances: readonly { currency: string; commission: number }[]; currency: string; onClose: () => void };

export function MoveDialog({ balances, currency: first, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  return (
    <MoneyDialog
      title={t('wallets.move.title')}
      action={t('wallets.move.action')}
      currencies={balances.map(({ currency }) => currency)}
      initial={{ amount: '', currency: first }}
      send={async (body) => {
        const made = await dataOf(api.POST('/api/v1/wallets/transfers', { body }));
        return t('wallets.move.done', { amount: money(made.amount, made.currency) });
      }}
      onClose={onClose}
    >
      {(currency) => {
        const of = balances.find((one) => one.currency === currency);
        return of === undefined ? null : t('wallets.move.text', { amount: money(of.commission, of.currency) });
      }}
    </MoneyDialog>
  );
}
