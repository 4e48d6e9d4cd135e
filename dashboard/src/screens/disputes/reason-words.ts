/** Why a customer disputes a payment: the provider's word in ours, or as it is. */
import { useStrings } from '../../strings/strings.tsx';

const known = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;

export function useReasonWords(): (reason: string | null) => string {
  const t = useStrings();
  return (reason) => {
    if (reason === null) return t('dispute.reason.none');
    const name = known.find((one) => one === reason);
    return name === undefined ? reason.replaceAll('_', ' ') : t(`dispute.reason.${name}`);
  };
}
