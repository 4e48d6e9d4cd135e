/** When each recurring job runs, in UTC, and why then. */
import { expect, it } from 'vitest';
import { madeUpMs, type RecurringJobName, recurringJobs } from './catalogue.ts';

const hours: Record<RecurringJobName, [pattern: string, why: string]> = {
  sweep_payments: ['* * * * *', 'a payer who waits for the provider waits no longer'],
  sweep_refunds: ['* * * * *', 'as does one who waits for money'],
  run_schedules: ['* * * * *', 'schedules name a minute'],
  expire_invitations: ['* * * * *', 'an invitation ends when it says'],
  free_dead_workers: ['* * * * *', 'a job of a process that died goes on soon'],
  expire_top_ups: ['17 * * * *', 'a top-up waits for days'],
  purge_old_answers: ['17 * * * *', 'little at a time, off the full hour'],
  purge_old_markers: ['17 * * * *', 'little at a time, off the full hour'],
  purge_old_sign_ins: ['17 * * * *', 'little at a time, off the full hour'],
  purge_old_mails: ['17 * * * *', 'little at a time, off the full hour'],
  purge_old_events: ['17 * * * *', 'little at a time, off the full hour'],
  purge_webhooks: ['17 * * * *', 'little at a time, off the full hour'],
  purge_failed_requests: ['17 * * * *', 'little at a time, off the full hour'],
  collect_fees: ['40 0 * * *', 'one collection a day, soon after the day it is for'],
  seal_records: ['*/5 * * * *', 'what is not sealed yet can be changed unseen'],
  purge_audit_log: ['40 0 * * *', 'once a day is enough for two years'],
  end_closed_accounts: ['40 0 * * *', 'accounts are kept for whole days'],
  mail_inbox: ['0 7 * * *', 'on the desk when the operator’s day begins'],
  mail_statements: ['0 6 2 * *', 'by the second day the month has ended in every zone'],
  verify_books: ['40 3 * * 1-6', 'after the night’s fees, before the day'],
  verify_books_fully: ['40 3 * * 0', 'on the quietest day, and never with the other'],
};

it.each(Object.entries(hours))('%s runs at %j', (name, [pattern, why]) => {
  expect(recurringJobs[name as RecurringJobName], why).toBe(pattern);
});

it('every recurring job is here', () => {
  expect(Object.keys(recurringJobs).sort()).toEqual(Object.keys(hours).sort());
});

it('a missed run is made up for where the next one is a month away', () => {
  expect(madeUpMs).toEqual({ mail_statements: 14 * 86_400_000 });
});
