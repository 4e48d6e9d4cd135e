/** How people speak of a payment: by what it is for, and how it was paid. */
import type { ListedPayment } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';

const idShown = 12;

/** What it is for, or the shop's own reference, or the beginning of its id. */
export const titleOf = ({
  description,
  custom,
  payment_id: id,
}: Pick<ListedPayment, 'description' | 'custom' | 'payment_id'>): string =>
  description ?? (custom === null || custom === '' ? `${id.slice(0, idShown)}…` : custom);

export function useMethodWords(): (paid: Pick<ListedPayment, 'method' | 'card_last_four'>) => string {
  const t = useStrings();
  return ({ method, card_last_four: digits }) => {
    if (method === null) return '';
    return digits === null ? t(`payments.method.${method}`) : t('payments.card', { digits });
  };
}
