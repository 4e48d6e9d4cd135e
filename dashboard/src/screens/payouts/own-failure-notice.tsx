/** The notice of a failed payout, with the number of the account that it went to. */
import type { Payout } from '../../api/types.ts';
import { useBankNumbers } from './bank-numbers.ts';
import { FailureNotice } from './failure-notice.tsx';

export function OwnFailureNotice({ payout }: { payout: Payout }) {
  const bankOf = useBankNumbers();
  return <FailureNotice payout={payout} bank={bankOf(payout)} />;
}
