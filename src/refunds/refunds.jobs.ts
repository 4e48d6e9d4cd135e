/** The wake-ups of refunds: each pending one is asked for at its provider until it has an answer. */
import type { JobHandler } from '../jobs/jobs.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { makeRefund, makeRefundJob, sweepRefunds } from './refund-payment.ts';

export const sweepRefundsJob = 'sweep_refunds';

export function refundJobs(deps: PayDeps, onError: (job: string, error: unknown) => void): Record<string, JobHandler> {
  return {
    [makeRefundJob]: async ({ holderId, refundId }) => {
      await makeRefund(deps, BigInt(holderId as string), refundId as string);
    },
    [sweepRefundsJob]: async () => {
      await sweepRefunds(deps, (error) => onError(sweepRefundsJob, error));
    },
  };
}
