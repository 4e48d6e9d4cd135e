/**
 * The catalogue of jobs: name, payload, and the schedule of recurring ones. Callers of `enqueue` and handlers are
 * type-checked against it. A payload carries ids only; it must never carry a secret.
 */

import type { Mode } from '../../base/money/mode.ts';
import type { SystemActor } from '../access/actor.ts';

const everyMinute = '* * * * *';
const everyFiveMinutes = '*/5 * * * *';
const everyHour = '17 * * * *';
const everyNight = '40 0 * * *';

/** Jobs that a transaction enqueues. */
type EnqueuedPayloads = {
  /**
   * Pays waiting refunds and settles the orders that wait for funds, after money has arrived in a company's clearing.
   * `currency`: of the money; without, of every currency in which orders wait.
   */
  settle_on_funds: { holderId: string; mode: Mode; currency?: string };
  /** Queries the provider about an attempt. `providerRef`: the provider's id of it, used when our row has none. */
  check_attempt: { holderId: string; attemptId: string; providerRef?: string };
  return_late_capture: { holderId: string; attemptId: string };
  charge_back: { provider: 'simulator' | 'stripe'; disputeId: string };
  make_refund: { holderId: string; refundId: string };
  /**
   * A mail whose text, or whether to send it, is decided outside the request: its timing would reveal who has an
   * account.
   */
  people_mail: { kind: 'sign_up'; id: string } | { kind: 'resend' | 'reset' | 'lift'; email: string };
  /** A lost second factor, a day after it was decided. */
  reset_second_factor: { personId: string };
  send_mail: { mailId: string };
  /** Takes a deleted person's name and address out of what stays. */
  erase_person: { personId: string };
  /** A verification that the operator asked for. */
  verify_now: { runId: string };
};

/** Jobs that the queue enqueues by schedule: crontab patterns, in UTC. */
export const recurringJobs = {
  sweep_payments: everyMinute,
  sweep_refunds: everyMinute,
  run_schedules: everyMinute,
  expire_invitations: everyMinute,
  expire_top_ups: everyHour,
  free_dead_workers: everyMinute,
  seal_records: everyFiveMinutes,
  collect_fees: everyNight,
  purge_old_answers: everyHour,
  purge_old_markers: everyHour,
  purge_old_sign_ins: everyHour,
  purge_old_mails: everyHour,
  purge_old_events: everyHour,
  purge_webhooks: everyHour,
  purge_failed_requests: everyHour,
  purge_audit_log: everyNight,
  end_closed_accounts: everyNight,
  mail_inbox: '0 7 * * *',
  // By the second day the month has ended in every time zone.
  mail_statements: '0 6 2 * *',
  verify_books: '40 3 * * 1-6',
  verify_books_fully: '40 3 * * 0',
} as const;

export type RecurringJobName = keyof typeof recurringJobs;

/** For how long a run is made up for that was due while no service ran, in milliseconds; otherwise the next one serves. */
export const madeUpMs: Partial<Record<RecurringJobName, number>> = { mail_statements: 14 * 86_400_000 };

export type JobPayloads = EnqueuedPayloads & Record<RecurringJobName, void>;

export type JobName = keyof JobPayloads;

/** A job to enqueue; it replaces a queued one with the same key. */
export type Job = {
  [Name in keyof EnqueuedPayloads]: {
    name: Name;
    payload: EnqueuedPayloads[Name];
    key: string;
    /** The earliest start, on the real clock. */
    runAt?: Date;
  };
}[keyof EnqueuedPayloads];

/** @param actor the system actor with the job's name. */
type JobHandler<Name extends JobName> = (actor: SystemActor, payload: JobPayloads[Name]) => Promise<void>;

/** Handlers of the named jobs; of all jobs by default. */
export type JobHandlers<Name extends JobName = JobName> = { [N in Name]: JobHandler<N> };

/** Reports a failure that a handler continues after, or that makes the queue retry the job. */
export type OnJobError = (name: JobName, error: unknown) => void;
