/** The jobs of refunds: each pending refund is retried at its provider until it has a result. */
import { type Jobs, type OnJobError, schedules } from '../../core/jobs/declare-jobs.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { makeRefund, sweepRefunds } from './refund-payment.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    make_refund: { holderId: string; refundId: string };
    sweep_refunds: undefined;
  }
}

export const refundJobs = (deps: PayDeps, onError: OnJobError): Jobs<'make_refund' | 'sweep_refunds'> => ({
  make_refund: {
    async run(actor, { holderId, refundId }) {
      await makeRefund(actor, deps, BigInt(holderId), refundId);
    },
  },
  sweep_refunds: {
    schedule: schedules.everyMinute,
    async run(actor) {
      await sweepRefunds(actor, deps, (error) => onError('sweep_refunds', error));
    },
  },
});
