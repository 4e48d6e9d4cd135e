/** Why an attempt to pay failed, in words. A reason that is not known here is shown as it is. */
import { type StringId, useStrings } from '../../strings/strings.tsx';

const known: Record<string, StringId> = {
  declined: 'payment.error.declined',
  insufficient_funds: 'payment.error.insufficient_funds',
  processing_error: 'payment.error.processing_error',
  not_confirmed: 'payment.error.not_confirmed',
  abandoned: 'payment.error.abandoned',
};

export function useErrorWords(): (error: string) => string {
  const t = useStrings();
  return (error) => {
    const words = known[error];
    return words === undefined ? error : t(words);
  };
}
