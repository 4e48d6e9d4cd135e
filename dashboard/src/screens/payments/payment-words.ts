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

type Paid = Pick<ListedPayment, 'method' | 'card_last_four' | 'card_brand'>;

export function useMethodWords(): (paid: Paid) => string {
  const t = useStrings();
  return ({ method, card_last_four: digits, card_brand: brand }) => {
    if (method === null) return '';
    if (digits === null) return t(`payments.method.${method}`);
    return brand === null ? t('payments.card', { digits }) : `${brand} •••• ${digits}`;
  };
}
