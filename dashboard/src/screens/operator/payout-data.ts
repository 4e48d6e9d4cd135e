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

/** Gives money back, so it asks for a reason and looks like it. */
export const givesBack = (step: Step): step is 'reject' | 'fail' => step === 'reject' || step === 'fail';
