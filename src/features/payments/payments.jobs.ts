/** The jobs of payments: late results, money to return, and expiry. */
import { inTransaction } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { authorized } from '../../core/jobs/authorized.ts';
import { type Jobs, type OnJobError, schedules } from '../../core/jobs/declare-jobs.ts';
import { chargeBack } from './chargeback.ts';
import { assignCustomers } from './customers/assign-customers.ts';
import { purgeEvidence } from './evidence/evidence.repository.ts';
import { evidenceKeptDays } from './evidence/evidence.ts';
import { remindOfDisputes } from './evidence/remind.ts';
import { sendEvidence, sweepEvidence } from './evidence/submit-evidence.ts';
import { checkAttempt, type PayDeps, sweepPayments, voidAuthorization } from './pay-with-provider.ts';
import { returnLateCapture } from './return-late-capture.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    /** Queries the provider about an attempt. `providerRef`: the provider's id of it, used when our row has none. */
    check_attempt: { holderId: string; attemptId: string; providerRef?: string };
    /** Has the provider release the money of an attempt that ended here. */
    void_authorization: { holderId: string; attemptId: string };
    return_late_capture: { holderId: string; attemptId: string };
    /** `disputeId`: what the provider's notice named, by which it finds its disputes. `holderId`: if the notice says whose. */
    charge_back: { provider: string; disputeId: string; holderId?: string };
    sweep_payments: undefined;
    /** Sends what a person submitted against a dispute to its provider. */
    submit_evidence: { holderId: string; mode: Mode; disputeId: string };
    /** Sends what was not answered, and reminds of deadlines. */
    follow_disputes: undefined;
    purge_evidence: undefined;
    /** Adds paid payments to the customers of their shop. */
    assign_customers: undefined;
  }
}

type PaymentJobs = Jobs<
  | 'check_attempt'
  | 'charge_back'
  | 'return_late_capture'
  | 'sweep_payments'
  | 'submit_evidence'
  | 'follow_disputes'
  | 'purge_evidence'
  | 'assign_customers'
  | 'void_authorization'
>;

const purgedAtOnce = 500;

export const paymentJobs = (deps: PayDeps, onError: OnJobError): PaymentJobs => ({
  check_attempt: {
    async run(actor, { holderId, attemptId, providerRef }) {
      await checkAttempt(actor, deps, { holderId: BigInt(holderId), attemptId }, providerRef);
    },
  },
  void_authorization: {
    async run(actor, { holderId, attemptId }) {
      await voidAuthorization(actor, deps, { holderId: BigInt(holderId), attemptId });
    },
  },
  charge_back: {
    async run(actor, { provider, disputeId }) {
      await chargeBack(actor, deps, provider, disputeId);
    },
  },
  return_late_capture: {
    run: (actor, { holderId, attemptId }) => returnLateCapture(actor, deps, { holderId: BigInt(holderId), attemptId }),
  },
  // A payer who waits for the provider waits no longer.
  sweep_payments: {
    schedule: schedules.everyMinute,
    async run(actor) {
      await sweepPayments(actor, deps, (error) => onError('sweep_payments', error));
    },
  },
  submit_evidence: {
    run: (actor, { holderId, mode, disputeId }) =>
      sendEvidence(actor, deps, { book: { holderId: BigInt(holderId), mode }, disputeId }),
  },
  assign_customers: {
    schedule: schedules.everyMinute,
    run: (actor) => assignCustomers(actor, deps),
  },
  follow_disputes: {
    schedule: schedules.everyFiveMinutes,
    async run(actor) {
      const report = (error: unknown) => onError('follow_disputes', error);
      await sweepEvidence(actor, deps, report);
      await remindOfDisputes(actor, deps, report);
    },
  },
  purge_evidence: {
    schedule: schedules.everyNight,
    run: authorized('records.purge', async () => {
      let purged: number;
      do purged = await inTransaction(deps.db, (tx) => purgeEvidence(tx, evidenceKeptDays, purgedAtOnce));
      while (purged === purgedAtOnce);
    }),
  },
});
