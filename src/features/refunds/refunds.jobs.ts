/** The jobs of refunds: each pending refund is retried at its provider until it has a result. */
import type { JobHandlers, OnJobError } from '../../core/jobs/catalogue.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { makeRefund, sweepRefunds } from './refund-payment.ts';

export function refundJobs(deps: PayDeps, onError: OnJobError): JobHandlers<'make_refund' | 'sweep_refunds'> {
  return {
    make_refund: async (actor, { holderId, refundId }) => {
      await makeRefund(actor, deps, BigInt(holderId), refundId);
    },
    sweep_refunds: async (actor) => {
      await sweepRefunds(actor, deps, (error) => onError('sweep_refunds', error));
    },
  };
}
