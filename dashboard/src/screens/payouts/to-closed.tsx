/** What a payout to an account says that the bank has closed. */
import { Text } from '@mantine/core';
import type { OwnPayout as Payout } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useIsCancellable } from './cancel-payout.tsx';
import { useGoesToClosed } from './last-return.ts';

/** A payout to an account that the bank has closed since would come back: whoever can stop it cancels it. */
export function ToClosed({ payout, size = 'xs' }: { payout: Payout; size?: 'xs' | 'sm' }) {
  const t = useStrings();
  const isCancellable = useIsCancellable();
  if (!useGoesToClosed()(payout)) return null;
  return (
    <Text size={size} c="var(--tone-failed)">
      {t(isCancellable(payout) ? 'payouts.toClosed' : 'payouts.new.closed')}
    </Text>
  );
}

/** Nothing is expected to arrive on an account that is closed. */
export function useExpectedDay(): (payout: Payout) => string | null {
  const goesToClosed = useGoesToClosed();
  return (payout) => (goesToClosed(payout) ? null : payout.expected_on);
}
