/** Tops up clearing: at once in test mode, by bank transfer in live mode. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { typedAmount } from '../../ui/decimal.ts';
import { useMoney } from '../../ui/money.tsx';
import { MoneyDialog } from './money-dialog.tsx';

const common = ['EUR', 'USD', 'GBP'];

type Props = {
  currencies: readonly string[];
  missing?: { amount: number; currency: string };
  /** What the fields begin with, where nothing is missing. */
  typed?: { amount: string; currency: string | undefined };
  onClose: () => void;
};

export function TopUpDialog({ currencies, missing, typed, onClose }: Props) {
  const t = useStrings();
  const money = useMoney();
  const navigate = useNavigate();
  const { holderId, mode, api } = useBook();
  const taken = useQuery({
    queryKey: ['top-up-currencies', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/top-up-currencies')),
    enabled: mode === 'live',
  });
  const offered = currencies.length > 0 ? currencies : (taken.data ?? []).length > 0 ? (taken.data ?? []) : common;
  const note = (currency: string) => {
    if (mode === 'test') return t('wallets.topUp.test');
    const isTaken = taken.data?.includes(currency.trim().toUpperCase()) ?? true;
    return isTaken ? t('wallets.topUp.live') : t('wallets.topUp.noDetails', { currency });
  };
  return (
    <MoneyDialog
      title={t('wallets.topUp.title')}
      action={t('wallets.topUp')}
      currencies={offered}
      initial={{
        amount: missing === undefined ? (typed?.amount ?? '') : typedAmount(missing.amount, missing.currency),
        currency: missing?.currency ?? typed?.currency ?? offered[0] ?? '',
      }}
      send={async (body) => {
        const made = await dataOf(api.POST('/api/v1/wallets/topups', { body }));
        const amount = money(made.amount, made.currency);
        if (made.status === 'succeeded') return t('wallets.topUp.done', { amount });
        await navigate({ to: '/h/$holderId/$mode/top-ups/$id', params: { holderId, mode, id: made.topup_id } });
        return t('wallets.topUp.pending', { amount });
      }}
      onClose={onClose}
    >
      {note}
    </MoneyDialog>
  );
}
