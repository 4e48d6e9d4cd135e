/** Payouts as the operator's API answers them, and the steps that each state takes. */
import type { OperatorPayout } from '../../api/types.ts';

type PayoutStatus = OperatorPayout['status'];

export type Step = 'approve' | 'send' | 'complete' | 'reject' | 'fail';

export const stepsOf: Record<PayoutStatus, readonly Step[]> = {
  requested: ['approve', 'reject'],
  approved: ['send', 'reject', 'fail'],
  sent: ['complete', 'fail'],
  // A bank may return what it had paid.
  completed: ['fail'],
  rejected: [],
  cancelled: [],
  failed: [],
};

/** Nothing has been sent to the bank yet. */
export const isOpen = ({ status }: OperatorPayout): boolean => status === 'requested' || status === 'approved';

/** @returns for how long it can't be approved yet, in milliseconds; 0 or less where it can. */
export const waitOf = ({ status, approvable_from: from }: OperatorPayout, nowMs: number): number =>
  status !== 'requested' || from === null ? 0 : new Date(from).getTime() - nowMs;

/** Whether there is something to look at before money is sent: what its flags say. */
export function hasFlags(payout: OperatorPayout, nowMs: number): boolean {
  const { changed, payee_check: check, status } = payout.bank_account;
  const isMismatch = check?.result === 'no_match' || check?.result === 'close_match';
  const isDoubted = changed || isMismatch || status === 'ended' || payout.file_id !== null;
  return (
    (isOpen(payout) && isDoubted) ||
    waitOf(payout, nowMs) > 0 ||
    payout.debts.length > 0 ||
    payout.payee.status !== 'active'
  );
}

/** Gives money back, so it asks for a reason and looks like it. */
export const givesBack = (step: Step): step is 'reject' | 'fail' => step === 'reject' || step === 'fail';

/** The money is in the payee's balance again. */
export const wentBack = ({ status }: OperatorPayout): boolean =>
  status === 'failed' || status === 'rejected' || status === 'cancelled';
