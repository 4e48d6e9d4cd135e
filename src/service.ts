/**
 * A running service: server, jobs and their end. Shared by `start` and `serve`; neither knows how it is put together.
 */
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { systemActor } from './access/actor.ts';
import { purgeOldEntries } from './access/audit-log.repository.ts';
import { AppError } from './errors/app-error.ts';
import { createSequencer } from './events/sequencer.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { realNow } from './invitations/invitation.ts';
import { expireInvitationsJob, invitationJobs } from './invitations/invitations.jobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { fundsArrivedJob } from './jobs/wake-settlement.ts';
import { scheduledVerifications, verificationJobs } from './ledger/scheduled-verification.ts';
import { forgetOldMails } from './mail/mails.repository.ts';
import { sendMailJob } from './mail/queue-mail.ts';
import { createMailSender, type MailTransport } from './mail/send-mail.ts';
import type { Mode } from './money/mode.ts';
import { paymentJobs, sweepPaymentsJob } from './payments/payments.jobs.ts';
import { collectFeesJob, feeJobs } from './payouts/collect-fees.ts';
import { peopleMailJob } from './people/sign-up.ts';
import { payWaitingRefunds } from './refunds/pay-waiting-refunds.ts';
import { refundJobs, sweepRefundsJob } from './refunds/refunds.jobs.ts';
import type { Server } from './server.ts';
import { runSchedules, runSchedulesJob } from './settlements/run-schedules.ts';

export type Service = Server & { stop(): Promise<void> };

const everyMinute = '* * * * *';
const everyHour = '17 * * * *';
const everyNight = '40 0 * * *';

/** What must never reach a log, should a request ever be logged whole. */
const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-client-id"]',
  'req.headers["x-client-secret"]',
  'req.url',
];

export const createLogger = (level: string): Logger => pino({ level, redact: redacted });

/** Listens and starts jobs; abandoned settlements go on at once. @throws Error when the port is taken. */
export async function runService(
  server: Server,
  options: {
    jobsPool: pg.Pool;
    port: number;
    host: string;
    logger: Logger;
    /** Undefined: mails stay queued. */
    mailTransport: MailTransport | undefined;
  },
): Promise<Service> {
  const { app, runner, db, payDeps, people } = server;
  const mails = createMailSender({ db, transport: options.mailTransport });
  const onError = (job: string, error: unknown): void => {
    const name = error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown';
    server.metrics?.countJobFailure(job);
    options.logger.warn({ job, error: name }, 'job failed, will be tried again');
  };
  const sequencer = createSequencer({ db, onError: (error) => onError('position_events', error) });
  await app.listen({ port: options.port, host: options.host });
  sequencer.start();
  const jobs = await startJobs({
    pool: options.jobsPool,
    db,
    onError,
    handlers: {
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
        await runSchedules(server, (error) => onError(runSchedulesJob, error));
      },
      resume_settlements: () => runner.resumeAbandoned(),
      free_dead_workers: () => jobs.freeDeadWorkers(),
      forget_old_answers: async () => {
        await forgetOldAnswers(db);
      },
      forget_old_sign_ins: () => people.forgetOld(),
      forget_old_mails: () => forgetOldMails(db),
      purge_audit_log: async () => {
        await purgeOldEntries(db);
      },
      ...verificationJobs(db, (broken) => options.logger.error(broken, 'the books do not hold')),
    },
    recurring: [
      { name: sweepPaymentsJob, match: everyMinute },
      { name: sweepRefundsJob, match: everyMinute },
      { name: runSchedulesJob, match: everyMinute },
      { name: expireInvitationsJob, match: everyMinute },
      { name: collectFeesJob, match: everyNight },
      { name: 'resume_settlements', match: everyMinute },
      { name: 'free_dead_workers', match: everyMinute },
      { name: 'forget_old_answers', match: everyHour },
      { name: 'forget_old_sign_ins', match: everyHour },
      { name: 'forget_old_mails', match: everyHour },
      { name: 'purge_audit_log', match: everyNight },
      ...scheduledVerifications,
    ],
  });
  await jobs.freeDeadWorkers();
  void runner.resumeAbandoned(0).catch(() => {});
  await mails.resume();
  await people.reseal();
  return {
    ...server,
    async stop() {
      await app.close();
      await runner.stop();
      await sequencer.stop();
      await jobs.stop();
    },
  };
}
