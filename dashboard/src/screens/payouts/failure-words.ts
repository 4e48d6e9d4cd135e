/** Why a payout came back, as short as it can be said. */
import { useIntl } from 'react-intl';
import type { Payout } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { isOfClosedAccount } from './failure.ts';

/** @returns the bank's own words where they are not the most frequent reason; null where it gave none. */
export function useFailureWords(): (payout: Pick<Payout, 'reason'>) => string | null {
  const t = useStrings();
  return (payout) => (isOfClosedAccount(payout) ? t('payouts.accountClosed') : payout.reason);
}

/** That the last payout to a bank account came back, and when; with the reason, where that is short. */
export function useReturnWords(): (payout: Pick<Payout, 'reason' | 'ended_at' | 'created_at'>) => {
  title: string;
  reason: string | null;
} {
  const t = useStrings();
  const intl = useIntl();
  return (payout) => {
    const date = intl.formatDate(payout.ended_at ?? payout.created_at, { month: 'short', day: 'numeric' });
    return isOfClosedAccount(payout)
      ? { title: t('bank.returned.closed', { date }), reason: null }
      : { title: t('bank.returned', { date }), reason: payout.reason };
  };
}
