/** Whether the last payout to a bank account came back. */
import { useQuery } from '@tanstack/react-query';
import type { OwnPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { lastReturnOf } from './failure.ts';
import { recentPayoutsQuery } from './queries.ts';

/** @returns the last payout to an account, if it came back. */
export function useLastReturn(): (bankAccountId: string) => OwnPayout | undefined {
  const { holderId, mode } = useBook();
  const payouts = useQuery({ ...recentPayoutsQuery({ holderId, mode }), retry: false });
  return (bankAccountId) => lastReturnOf(payouts.data ?? [], bankAccountId);
}
