/**
 * Every job there is: its name, what its payload holds, and when a recurring one is due. Whoever enqueues or handles a
 * job is checked against this. A payload names things and holds nothing of them: it must never carry a secret.
 */
import type { SystemActor } from '../access/actor.ts';
import type { Mode } from '../money/mode.ts';

const everyMinute = '* * * * *';
const everyHour = '17 * * * *';
const everyNight = '40 0 * * *';

/** What is enqueued where it becomes due. */
type EnqueuedPayloads = {
  /** Money arrived in a company's clearing: refunds and settlements that waited for it are paid. */
  settle_on_funds: { holderId: string; mode: Mode };
  /** The provider is asked about an attempt. `providerRef`: the provider's own name for it, where our row may lack it. */
  check_attempt: { holderId: string; attemptId: string; providerRef?: string };
  return_late_capture: { holderId: string; attemptId: string; amount: string; currency: string };
  charge_back: { provider: 'simulator' | 'stripe'; disputeId: string };
  make_refund: { holderId: string; refundId: string };
  /** A mail that must not be written, or not yet, where it is requested. */
  people_mail: { kind: 'sign_up'; id: string } | { kind: 'resend' | 'reset'; email: string };
  send_mail: { mailId: string };
};

/** What the clock enqueues: a crontab pattern each, in UTC. */
export const recurringJobs = {
  sweep_payments: everyMinute,
  sweep_refunds: everyMinute,
  run_schedules: everyMinute,
  expire_invitations: everyMinute,
  resume_settlements: everyMinute,
  free_dead_workers: everyMinute,
  collect_fees: everyNight,
  purge_old_answers: everyHour,
  purge_old_sign_ins: everyHour,
  purge_old_mails: everyHour,
  purge_audit_log: everyNight,
  verify_books: '40 3 * * 1-6',
  verify_books_fully: '40 3 * * 0',
} as const;

type RecurringJobName = keyof typeof recurringJobs;

export type JobPayloads = EnqueuedPayloads & Record<RecurringJobName, void>;

export type JobName = keyof JobPayloads;

/** A job that is enqueued; a waiting one of the same key is replaced. */
export type Job = {
  [Name in keyof EnqueuedPayloads]: {
    name: Name;
    payload: EnqueuedPayloads[Name];
    key: string;
    /** Not before this instant, on the real clock. */
    runAt?: Date;
  };
}[keyof EnqueuedPayloads];

/** @param actor the job itself, by its name: the queue makes it. */
export type JobHandler<Name extends JobName> = (actor: SystemActor, payload: JobPayloads[Name]) => Promise<void>;

/** Handlers of some jobs; of all where `Name` is left out. */
export type JobHandlers<Name extends JobName = JobName> = { [N in Name]: JobHandler<N> };

/** Hears of a failure that a handler goes on after, or that makes the queue try the job again. */
export type OnJobError = (name: JobName, error: unknown) => void;
