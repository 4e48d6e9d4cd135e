/** The wake-ups of payments: late results, money to send back, and what has run out of time. */
import type { ProviderName } from '../funding/provider.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { chargeBack, chargebackJob } from './chargeback.ts';
import { checkAttempt, checkAttemptJob, type PayDeps, returnLateCapture, sweepPayments } from './pay-with-provider.ts';
import { returnLateCaptureJob } from './provider-attempt.ts';

export const sweepPaymentsJob = 'sweep_payments';

export function paymentJobs(deps: PayDeps, onError: (job: string, error: unknown) => void): Record<string, JobHandler> {
  return {
    [checkAttemptJob]: async ({ holderId, attemptId, providerRef }) => {
      await checkAttempt(deps, { holderId: BigInt(holderId as string), attemptId: attemptId as string }, providerRef);
    },
    [chargebackJob]: async ({ provider, disputeId }) => {
      await chargeBack(deps, provider as ProviderName, disputeId as string);
    },
    [returnLateCaptureJob]: ({ holderId, attemptId, amount, currency }) =>
      returnLateCapture(deps, {
        holderId: BigInt(holderId as string),
        attemptId: attemptId as string,
        amount: BigInt(amount as string),
        currency: currency as string,
      }),
    [sweepPaymentsJob]: async () => {
      await sweepPayments(deps, (error) => onError(sweepPaymentsJob, error));
    },
  };
}
