/** What is due in a test book by its clock, other than its jobs. */
import { systemActor } from '../core/access/actor.ts';
import { positionEvents } from '../core/events/sequencer.ts';
import { earningsPublishers } from '../features/event-catalog.ts';
import { remindOfDisputes } from '../features/payments/evidence/remind.ts';
import { sweepEvidence } from '../features/payments/evidence/submit-evidence.ts';
import { type PayDeps, sweepPayments } from '../features/payments/pay-with-provider.ts';
import { runPayoutSchedules } from '../features/payouts/run-payout-schedules.ts';
import { type NoticeDeps, sendNotices } from '../features/providers/simulator/send-notices.ts';
import { sweepRefunds } from '../features/refunds/refund-payment.ts';
import { runSchedules } from '../features/settlements/run-schedules.ts';
import type { SettlementRunner } from '../features/settlements/settlement-runner.ts';
import type { DueWork } from '../features/test-clock/drain.ts';

/** The name of the system actor that does a test book's due work. The company was authorized to request it. */
const drainJob = 'drain_test_clock';

/** A failed item stays due and is retried, by a drain until its time limit. */
export function dueWorks(payDeps: PayDeps & NoticeDeps, runner: SettlementRunner): DueWork[] {
  const stayDue = (): void => {};
  const actor = systemActor(drainJob);
  return [
    (book) => sendNotices(payDeps, stayDue, book),
    (book) => sweepPayments(actor, payDeps, stayDue, book),
    (book) => sweepRefunds(actor, payDeps, stayDue, book),
    (book) => sweepEvidence(actor, payDeps, stayDue, book),
    (book) => remindOfDisputes(actor, payDeps, stayDue, book),
    (book) => runSchedules(actor, { ...payDeps, runner }, stayDue, book),
    (book) => runner.finishRunning(actor, book),
    (book) => runPayoutSchedules(actor, payDeps, stayDue, book),
    (book) => positionEvents(payDeps.db, earningsPublishers, book),
  ];
}
