/** The jobs of payments: late results, money to return, and expiry. */
import type { JobHandlers, OnJobError } from '../../core/jobs/catalogue.ts';
import { chargeBack } from './chargeback.ts';
import { checkAttempt, type PayDeps, sweepPayments } from './pay-with-provider.ts';
import { returnLateCapture } from './return-late-capture.ts';

type PaymentJobs = JobHandlers<'check_attempt' | 'charge_back' | 'return_late_capture' | 'sweep_payments'>;

export function paymentJobs(deps: PayDeps, onError: OnJobError): PaymentJobs {
  return {
    check_attempt: async (actor, { holderId, attemptId, providerRef }) => {
      await checkAttempt(actor, deps, { holderId: BigInt(holderId), attemptId }, providerRef);
    },
    charge_back: async (actor, { provider, disputeId }) => {
      await chargeBack(actor, deps, provider, disputeId);
    },
    return_late_capture: (actor, { holderId, attemptId }) =>
      returnLateCapture(actor, deps, { holderId: BigInt(holderId), attemptId }),
    sweep_payments: async (actor) => {
      await sweepPayments(actor, deps, (error) => onError('sweep_payments', error));
    },
  };
}
