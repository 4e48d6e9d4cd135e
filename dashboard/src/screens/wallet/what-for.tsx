/** What a payment from the wallet was for, and its receipt. */
import { Link, linkOptions } from '@tanstack/react-router';
import type { WalletPayment } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';

/** @returns by its order, or in the words of whoever asked for it; undefined where nothing was said. */
export function useWhatFor(): (paid: Pick<WalletPayment, 'order_ref' | 'description'>) => string | undefined {
  const t = useStrings();
  return ({ order_ref: ref, description }) => (ref === null ? (description ?? undefined) : t('receipt.order', { ref }));
}

export function useReceiptLink() {
  const { holderId, mode } = useBook();
  return (movement: string) =>
    linkOptions({ to: '/h/$holderId/$mode/wallet/payments/$id', params: { holderId, mode, id: movement } });
}

/** @param props.payee whom it was paid to, which tells it from others. */
export function ReceiptLink({ movement, payee }: { movement: string; payee: string }) {
  const t = useStrings();
  const linkTo = useReceiptLink();
  return (
    <Link {...linkTo(movement)} aria-label={t('receipt.open', { payee })}>
      {t('receipt.title')}
    </Link>
  );
}
