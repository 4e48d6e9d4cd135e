/**
 * The handlers of all jobs in the catalogue. Features with jobs of their own declare them in their folders; they are
 * combined here.
 */

import type { Clock, TestClockReader } from '../base/clock/clock.ts';
import { realNow } from '../base/clock/clock.ts';
import type { Database } from '../base/database/pool.ts';
import { inTransaction } from '../base/database/transaction.ts';
import { purgeOldMarkers } from '../base/database/transaction-markers.ts';
import type { SystemActor } from '../core/access/actor.ts';
import { purgeOldEntries } from '../core/access/audit-log.repository.ts';
import { authorize } from '../core/access/authorize.ts';
import type { Action } from '../core/access/permissions.ts';
import { purgeOldEvents } from '../core/events/purge-events.ts';
import { purgeOldAnswers } from '../core/http/idempotency.ts';
import type { JobHandlers, OnJobError } from '../core/jobs/catalogue.ts';
import { freeDeadWorkers } from '../core/jobs/jobs.ts';
import { serviceHolderId } from '../core/ledger/post.ts';
import type { UnbalancedBooks } from '../core/ledger/scheduled-verification.ts';
import { verificationJobs } from '../core/ledger/scheduled-verification.ts';
import { purgeOldMails } from '../core/mail/mails.repository.ts';
import type { MailSender } from '../core/mail/send-mail.ts';
import { makeSeals } from '../core/seals/make-seals.ts';
import { createRest } from '../core/seals/rest.ts';
import type { Seal } from '../core/seals/seal.ts';
import type { SealKeys } from '../core/seals/seal-keys.ts';
import { createSettledMarks } from '../core/seals/settled-marks.ts';
import { endClosedAccounts } from '../features/closing/end-closed-accounts.ts';
import { eraseTraces } from '../features/closing/erase-traces.ts';
import { mailInbox, mailUnbalanced } from '../features/inbox/mail-operators.ts';
import { invitationJobs } from '../features/links/invitations.jobs.ts';
import type { PayDeps } from '../features/payments/pay-with-provider.ts';
import { paymentJobs } from '../features/payments/payments.jobs.ts';
import { feeJobs } from '../features/payouts/collect-fees.ts';
import type { People } from '../features/people/people.ts';
import { finishReset } from '../features/people/reset-second-factor.ts';
import { payWaitingRefunds } from '../features/refunds/pay-waiting-refunds.ts';
import { refundJobs } from '../features/refunds/refunds.jobs.ts';
import { purgeFailures } from '../features/requests/failed-requests.repository.ts';
import { runSchedules } from '../features/settlements/run-schedules.ts';
import type { SettlementRunner } from '../features/settlements/settlement-runner.ts';
import { mailStatements } from '../features/settlements/statements/mail-statements.ts';
import { verificationRunJob } from '../features/verification/verification-run.ts';
import { topUpJobs } from '../features/wallets/end-top-up.ts';
import { webhookJobs } from '../features/webhooks/webhooks.jobs.ts';

type ServiceJobsDeps = {
  db: Database;
  clock: Clock & TestClockReader;
  runner: SettlementRunner;
  payDeps: PayDeps;
  people: People;
  publicUrl: string;
  mails: MailSender;
  eventDays: number;
  /** Undefined: seals are not signed. */
  sealKeys: SealKeys | undefined;
  /** Ends what takes long between two of its steps. */
  stopping: AbortSignal;
  /** Told of the last seal of each time. */
  onSeal: (seal: Seal) => void;
  bankDataYears: number;
  /** Receives the failures that a sweep continues after. */
  onError: OnJobError;
  onUnbalanced: (broken: UnbalancedBooks) => void;
};

export function serviceJobs(deps: ServiceJobsDeps): JobHandlers {
  const { db, runner, payDeps, people, mails, eventDays, onError } = deps;
  const onUnbalanced = async (broken: UnbalancedBooks): Promise<void> => {
    deps.onUnbalanced(broken);
    await mailUnbalanced(deps, broken);
  };
  const knownKeys = deps.sealKeys?.known ?? [];
  const verify = verificationJobs(db, onUnbalanced, knownKeys);
  const settled = createSettledMarks(() => performance.now());
  return onTestClocks(deps.clock, {
    settle_on_funds: async (actor, { holderId, mode, currency }) => {
      const book = { holderId: BigInt(holderId), mode };
      await payWaitingRefunds(actor, payDeps, book);
      await runner.settleIfWaiting(actor, book, 'funds', currency);
    },
    ...paymentJobs(payDeps, onError),
    ...refundJobs(payDeps, onError),
    ...invitationJobs({ db, clock: payDeps.clock, now: realNow }),
    ...topUpJobs({ db, clock: payDeps.clock }),
    ...feeJobs(payDeps, onError),
    people_mail: authorized('mails.deliver', people.deliver),
    reset_second_factor: (actor, { personId }) => inTransaction(db, (tx) => finishReset(actor, tx, personId)),
    send_mail: authorized('mails.deliver', ({ mailId }) => mails.send(BigInt(mailId))),
    erase_person: (actor, { personId }) => eraseTraces(actor, { db, clock: payDeps.clock, now: realNow }, personId),
    end_closed_accounts: (actor) => endClosedAccounts(actor, deps),
    run_schedules: async (actor) => {
      await runSchedules(actor, deps, (error) => onError('run_schedules', error));
    },
    free_dead_workers: () => freeDeadWorkers(db),
    purge_old_answers: authorized('records.purge', () => purgeOldAnswers(db)),
    purge_old_markers: authorized('records.purge', () => purgeOldMarkers(db)),
    purge_old_sign_ins: authorized('records.purge', () => people.purgeOld()),
    purge_old_mails: authorized('records.purge', () => purgeOldMails(db)),
    mail_inbox: (actor) => mailInbox(actor, deps, realNow()),
    mail_statements: (actor) => mailStatements(actor, deps, realNow()),
    purge_old_events: authorized('records.purge', () => purgeOldEvents(db, eventDays)),
    ...webhookJobs({ db }),
    purge_failed_requests: authorized('records.purge', () => purgeFailures(db)),
    purge_audit_log: authorized('records.purge', () => purgeOldEntries(db)),
    seal_records: authorized('books.verify', async () => {
      const seal = await makeSeals({
        ...{ db, keys: deps.sealKeys, eventDays, settled },
        rest: createRest(deps.stopping),
      });
      if (seal !== undefined) deps.onSeal(seal);
    }),
    verify_now: authorized('books.verify', verificationRunJob(db, onUnbalanced, knownKeys)),
    verify_books: authorized('books.verify', verify.verify_books),
    verify_books_fully: authorized('books.verify', verify.verify_books_fully),
  });
}

/** A job dates what it does in test books by their clocks as they are when it begins. */
function onTestClocks(clock: TestClockReader, handlers: JobHandlers): JobHandlers {
  type Handler = (actor: SystemActor, payload: unknown) => Promise<void>;
  const entries = Object.entries(handlers) as [string, Handler][];
  return Object.fromEntries(
    entries.map(([name, handler]): [string, Handler] => [
      name,
      async (actor, payload) => {
        await clock.catchUp();
        await handler(actor, payload);
      },
    ]),
  ) as JobHandlers;
}

/**
 * For work of modules below `access`, which cannot call `authorize`. The job is authorized for the service, in both
 * modes.
 */
const authorized =
  <Payload>(action: Action, work: (payload: Payload) => Promise<unknown>) =>
  async (actor: SystemActor, payload: Payload): Promise<void> => {
    authorize(actor, action, { holderId: serviceHolderId, mode: null });
    await work(payload);
  };
