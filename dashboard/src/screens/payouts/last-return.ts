/** Whether the last payout to a bank account came back, and whether there is another that payouts can go to. */
import { useQuery } from '@tanstack/react-query';
import type { OwnPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { isOfClosedAccount, lastReturnOf, needsOtherAccount } from './failure.ts';
import { bankAccountsQuery, recentPayoutsQuery } from './queries.ts';

/** @returns the last payout to an account, if it came back. */
export function useLastReturn(): (bankAccountId: string) => OwnPayout | undefined {
  const { holderId, mode } = useBook();
  const payouts = useQuery({ ...recentPayoutsQuery({ holderId, mode }), retry: false });
  return (bankAccountId) => lastReturnOf(payouts.data ?? [], bankAccountId);
}

const open: readonly OwnPayout['status'][] = ['requested', 'approved', 'sent'];

/** @returns whether a payout is on its way to an account that sent the last one back as closed. */
export function useGoesToClosed(): (payout: OwnPayout) => boolean {
  const returnOf = useLastReturn();
  return ({ status, bank_account_id: id }) => {
    const returned = open.includes(status) ? returnOf(id) : undefined;
    return returned !== undefined && isOfClosedAccount(returned);
  };
}

/** @returns whether a payout came back from an account that can take none, and no other is on file. */
export function useNeedsOther(): (payout: OwnPayout) => boolean {
  const { holderId, mode } = useBook();
  const banks = useQuery({ ...bankAccountsQuery({ holderId, mode }), retry: false });
  const returnOf = useLastReturn();
  return (payout) =>
    payout.status === 'failed' &&
    needsOtherAccount(payout) &&
    banks.data !== undefined &&
    !banks.data.some(({ bank_account_id: id, status, currency }) => {
      const returned = returnOf(id);
      const takes = currency === null || currency === payout.currency;
      return status === 'active' && takes && (returned === undefined || !needsOtherAccount(returned));
    });
}
