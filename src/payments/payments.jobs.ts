/** The wake-ups of payments: late results, money to send back, and what has run out of time. */
import { systemActor } from '../access/actor.ts';
import type { JobHandlers, OnJobError } from '../jobs/catalogue.ts';
import { chargeBack } from './chargeback.ts';
import { checkAttempt, type PayDeps, returnLateCapture, sweepPayments } from './pay-with-provider.ts';

type PaymentJobs = JobHandlers<'check_attempt' | 'charge_back' | 'return_late_capture' | 'sweep_payments'>;

export function paymentJobs(deps: PayDeps, onError: OnJobError): PaymentJobs {
  return {
    check_attempt: async ({ holderId, attemptId, providerRef }) => {
      await checkAttempt(systemActor('check_attempt'), deps, { holderId: BigInt(holderId), attemptId }, providerRef);
    },
    charge_back: async ({ provider, disputeId }) => {
      await chargeBack(systemActor('charge_back'), deps, provider, disputeId);
    },
    return_late_capture: ({ holderId, attemptId, amount, currency }) => {
      const late = { holderId: BigInt(holderId), attemptId, amount: BigInt(amount), currency };
      return returnLateCapture(systemActor('return_late_capture'), deps, late);
    },
    sweep_payments: async () => {
      await sweepPayments(systemActor('sweep_payments'), deps, (error) => onError('sweep_payments', error));
    },
  };
}
