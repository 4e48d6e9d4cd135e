/**
 * The handlers of all jobs in the catalogue. Features with jobs of their own declare them in their folders; they are
 * combined here.
 */
import type { SystemActor } from './access/actor.ts';
import { purgeOldEntries } from './access/audit-log.repository.ts';
import { authorize } from './access/authorize.ts';
import type { Action } from './access/permissions.ts';
import type { Clock, TestClockReader } from './clock/clock.ts';
import { realNow } from './clock/clock.ts';
import type { Database } from './database/pool.ts';
import { inTransaction } from './database/transaction.ts';
import { purgeOldMarkers } from './database/transaction-markers.ts';
import { purgeOldEvents } from './events/purge-events.ts';
import { purgeOldAnswers } from './http/idempotency.ts';
import { invitationJobs } from './invitations/invitations.jobs.ts';
import type { JobHandlers, OnJobError } from './jobs/catalogue.ts';
import { freeDeadWorkers } from './jobs/jobs.ts';
import { endClosedAccounts } from './leaving/end-closed-accounts.ts';
import { eraseTraces } from './leaving/erase-traces.ts';
import { serviceHolderId } from './ledger/post.ts';
import type { UnbalancedBooks } from './ledger/scheduled-verification.ts';
import { verificationJobs } from './ledger/scheduled-verification.ts';
import { purgeOldMails } from './mail/mails.repository.ts';
import type { MailSender } from './mail/send-mail.ts';
import { mailInbox, mailUnbalanced } from './operator/mail-operators.ts';
import { verificationRunJob } from './operator/verification-run.ts';
import type { PayDeps } from './payments/pay-with-provider.ts';
import { paymentJobs } from './payments/payments.jobs.ts';
import { feeJobs } from './payouts/collect-fees.ts';
import type { People } from './people/people.ts';
import { finishReset } from './people/reset-second-factor.ts';
import { payWaitingRefunds } from './refunds/pay-waiting-refunds.ts';
import { refundJobs } from './refunds/refunds.jobs.ts';
import { purgeFailures } from './requests/failed-requests.repository.ts';
import { makeSeals } from './seals/make-seals.ts';
import { createRest } from './seals/rest.ts';
import type { Seal } from './seals/seal.ts';
import type { SealKeys } from './seals/seal-keys.ts';
import { createSettledMarks } from './seals/settled-marks.ts';
import { runSchedules } from './settlements/run-schedules.ts';
import type { SettlementRunner } from './settlements/settlement-runner.ts';
import { mailStatements } from './settlements/statements/mail-statements.ts';
import { topUpJobs } from './wallets/end-top-up.ts';
import { webhookJobs } from './webhooks/webhooks.jobs.ts';

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
