/** Above the earnings: the last payout came back, and what to do. Most have none, so its words are loaded when they are needed. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useBook } from '../../app/book.ts';
import { unresolvedFailure } from '../payouts/failure.ts';
import { recentPayoutsQuery } from '../payouts/queries.ts';

const OwnFailureNotice = lazy(async () => ({
  default: (await import('../payouts/own-failure-notice.tsx')).OwnFailureNotice,
}));

export function FailedPayout() {
  const { holderId, mode } = useBook();
  const payouts = useQuery({ ...recentPayoutsQuery({ holderId, mode }), retry: false });
  const failed = unresolvedFailure(payouts.data ?? []);
  if (failed === undefined) return null;
  return (
    <Suspense>
      <OwnFailureNotice payout={failed} />
    </Suspense>
  );
}
