/** The account that a payout draws from, by its name for people. */
import { useStrings } from '../../strings/strings.tsx';
import type { Source } from './types.ts';

export function useSourceWords(): (source: Pick<Source, 'account'> & { company: string | null }) => string {
  const t = useStrings();
  return ({ account, company }) => {
    // The company of earnings is known as long as there are any.
    if (account === 'earnings' && company === null) return t('earnings.title');
    return t(`payouts.source.${account}`, { company: company ?? '' });
  };
}

type Account = Pick<Source, 'account' | 'beneficiary_ref' | 'currency'>;

export const keyOfSource = ({ account, beneficiary_ref: ref, currency }: Account): string =>
  [account, ref ?? '', currency].join('.');
