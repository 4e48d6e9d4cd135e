/**
 * Every job of the service: what runs when it is woken, and what runs by the clock. A feature with jobs of its own
 * declares them in its folder; they are put together here.
 */
import { systemActor } from './access/actor.ts';
import { purgeOldEntries } from './access/audit-log.repository.ts';
import type { Clock } from './clock/clock.ts';
import type { Database } from './database/pool.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { realNow } from './invitations/invitation.ts';
import { expireInvitationsJob, invitationJobs } from './invitations/invitations.jobs.ts';
import type { JobHandler, RecurringJob } from './jobs/jobs.ts';
import { fundsArrivedJob } from './jobs/wake-settlement.ts';
import type { BrokenBooks } from './ledger/scheduled-verification.ts';
import { scheduledVerifications, verificationJobs } from './ledger/scheduled-verification.ts';
import { forgetOldMails } from './mail/mails.repository.ts';
import { sendMailJob } from './mail/queue-mail.ts';
import type { MailSender } from './mail/send-mail.ts';
import type { Mode } from './money/mode.ts';
import type { PayDeps } from './payments/pay-with-provider.ts';
import { paymentJobs, sweepPaymentsJob } from './payments/payments.jobs.ts';
import { collectFeesJob, feeJobs } from './payouts/collect-fees.ts';
import type { People } from './people/people.ts';
import { peopleMailJob } from './people/sign-up.ts';
import { payWaitingRefunds } from './refunds/pay-waiting-refunds.ts';
import { refundJobs, sweepRefundsJob } from './refunds/refunds.jobs.ts';
import { runSchedules, runSchedulesJob } from './settlements/run-schedules.ts';
import type { SettlementRunner } from './settlements/settlement-runner.ts';

const everyMinute = '* * * * *';
const everyHour = '17 * * * *';
const everyNight = '40 0 * * *';

/** Run by the queue's own process: which workers are dead is its knowledge. */
export const freeDeadWorkersJob = 'free_dead_workers';

export type ServiceJobsDeps = {
  db: Database;
  clock: Clock;
  runner: SettlementRunner;
  payDeps: PayDeps;
  people: People;
  mails: MailSender;
  /** A sweep that goes on after a failure tells it here. */
  onError: (job: string, error: unknown) => void;
  onBroken: (broken: BrokenBooks) => void;
};

export function serviceJobs(deps: ServiceJobsDeps): Record<string, JobHandler> {
  const { db, runner, payDeps, people, mails, onError, onBroken } = deps;
  return {
    [fundsArrivedJob]: async ({ holderId, mode }) => {
      const book = { holderId: BigInt(holderId as string), mode: mode as Mode };
      await payWaitingRefunds(systemActor(fundsArrivedJob), payDeps, book);
      await runner.settleIfWaiting(systemActor(fundsArrivedJob), book, 'funds');
    },
    ...paymentJobs(payDeps, onError),
    ...refundJobs(payDeps, onError),
    ...invitationJobs({ db, clock: payDeps.clock, now: realNow }),
    ...feeJobs(payDeps, onError),
    [peopleMailJob]: people.deliver,
    [sendMailJob]: ({ mailId }) => mails.send(BigInt(mailId as string)),
    [runSchedulesJob]: async () => {
      await runSchedules(deps, (error) => onError(runSchedulesJob, error));
    },
    resume_settlements: () => runner.resumeAbandoned(),
    forget_old_answers: async () => {
      await forgetOldAnswers(db);
    },
    forget_old_sign_ins: () => people.forgetOld(),
    forget_old_mails: () => forgetOldMails(db),
    purge_audit_log: async () => {
      await purgeOldEntries(db);
    },
    ...verificationJobs(db, onBroken),
  };
}

export const recurringJobs: readonly RecurringJob[] = [
  { name: sweepPaymentsJob, match: everyMinute },
  { name: sweepRefundsJob, match: everyMinute },
  { name: runSchedulesJob, match: everyMinute },
  { name: expireInvitationsJob, match: everyMinute },
  { name: collectFeesJob, match: everyNight },
  { name: 'resume_settlements', match: everyMinute },
  { name: freeDeadWorkersJob, match: everyMinute },
  { name: 'forget_old_answers', match: everyHour },
  { name: 'forget_old_sign_ins', match: everyHour },
  { name: 'forget_old_mails', match: everyHour },
  { name: 'purge_audit_log', match: everyNight },
  ...scheduledVerifications,
];
