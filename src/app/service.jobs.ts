/** Every job of the service, listed: each feature declares its own in its `<feature>.jobs.ts`. */
import type { Clock, TestClockReader } from '../base/clock/clock.ts';
import { realNow } from '../base/clock/clock.ts';
import type { AnyJob, Jobs, OnJobError } from '../core/jobs/declare-jobs.ts';
import { workerJobs } from '../core/jobs/jobs.ts';
import type { Book } from '../core/ledger/accounts.ts';
import type { UnbalancedBooks } from '../core/ledger/scheduled-verification.ts';
import { mailJobs } from '../core/mail/mail.jobs.ts';
import type { MailSender } from '../core/mail/send-mail.ts';
import { backupJobs } from '../features/backups/backups.jobs.ts';
import type { BackupSchedule } from '../features/backups/run-scheduled-backup.ts';
import { cashJobs } from '../features/cash/cash.jobs.ts';
import { closingJobs } from '../features/closing/closing.jobs.ts';
import { exploreJobs } from '../features/explore/explore.jobs.ts';
import { invitationJobs } from '../features/links/invitations.jobs.ts';
import { createLinkLookup } from '../features/links/link-lookup.ts';
import { mailUnbalanced } from '../features/operator-mails/mail-operators.ts';
import { operatorMailsJobs } from '../features/operator-mails/operator-mails.jobs.ts';
import type { LimitedWriter } from '../features/orders/record-limited.ts';
import type { OrderWriter } from '../features/orders/record-order.ts';
import type { FindChargeProblem } from '../features/payments/amount-limits.ts';
import type { PaymentCreator } from '../features/payments/create-payment.ts';
import type { PayDeps } from '../features/payments/pay-with-provider.ts';
import { paymentJobs } from '../features/payments/payments.jobs.ts';
import { payoutJobs } from '../features/payouts/payouts.jobs.ts';
import { peopleJobs } from '../features/people/people.jobs.ts';
import type { People } from '../features/people/people.ts';
import type { NoticeDeps } from '../features/providers/simulator/send-notices.ts';
import { simulatorJobs } from '../features/providers/simulator/simulator.jobs.ts';
import { payWaitingRefunds } from '../features/refunds/pay-waiting-refunds.ts';
import { refundJobs } from '../features/refunds/refunds.jobs.ts';
import { requestJobs } from '../features/requests/requests.jobs.ts';
import { savedViewJobs } from '../features/saved-views/saved-views.jobs.ts';
import type { SettlementRunner } from '../features/settlements/settlement-runner.ts';
import { settlementJobs } from '../features/settlements/settlements.jobs.ts';
import { statementFileJobs } from '../features/statement-files/statement-files.jobs.ts';
import { testCityJobs } from '../features/test-city/test-city.jobs.ts';
import { verificationJobs } from '../features/verification/verification.jobs.ts';
import { topUpJobs } from '../features/wallets/wallets.jobs.ts';
import { webhookJobs } from '../features/webhooks/webhooks.jobs.ts';
import type { Retention } from './config.ts';
import { dueWorks } from './due-works.ts';
import { type UpkeepDeps, upkeepJobs } from './upkeep.jobs.ts';

type ServiceJobsDeps = Omit<UpkeepDeps, keyof Retention> & {
  retention: Retention;
  clock: Clock & TestClockReader;
  runner: SettlementRunner;
  payDeps: PayDeps;
  creator: PaymentCreator;
  write: OrderWriter;
  writeLimited: LimitedWriter;
  findChargeProblem: FindChargeProblem;
  onNotice: NoticeDeps['onNotice'];
  people: People;
  publicUrl: string;
  mails: MailSender;
  /** Receives the failures that a sweep continues after. */
  onError: OnJobError;
  onUnbalanced: (broken: UnbalancedBooks) => void;
  /** Undefined: the service makes no backups. */
  backups: BackupSchedule | undefined;
  onBackupFailed: (error: Error) => void;
};

/** A declared job that is not listed here does not compile. */
export function serviceJobs(given: ServiceJobsDeps): Jobs {
  const deps = { ...given, ...given.retention };
  const { db, runner, payDeps, onError } = deps;
  const onUnbalanced = async (broken: UnbalancedBooks): Promise<void> => {
    deps.onUnbalanced(broken);
    await mailUnbalanced(deps, broken);
  };
  const onClock = { db, clock: payDeps.clock, now: realNow };
  return onTestClocks(deps.clock, {
    // Of two features that do not know each other.
    settle_on_funds: {
      async run(actor, { holderId, mode, currency }) {
        const book = { holderId: BigInt(holderId), mode };
        await payWaitingRefunds(actor, payDeps, book);
        await runner.settleIfWaiting(actor, book, 'funds', currency);
      },
    },
    ...paymentJobs(payDeps, onError),
    ...simulatorJobs(deps, onError),
    ...refundJobs(payDeps, onError),
    ...settlementJobs(deps, onError),
    ...invitationJobs(onClock),
    ...topUpJobs(onClock),
    ...cashJobs(deps),
    ...payoutJobs(payDeps, onError),
    ...peopleJobs(deps),
    ...closingJobs({ ...deps, ...onClock }),
    ...mailJobs(deps),
    ...operatorMailsJobs(deps),
    ...exploreJobs(deps),
    ...savedViewJobs(deps, onError),
    ...backupJobs({ ...deps, now: realNow }),
    ...webhookJobs(deps),
    ...requestJobs(deps),
    ...testCityJobs({ ...deps, ...payDeps, clock: deps.clock, links: createLinkLookup(db), dueWork: dueWorkOf(deps) }),
    ...statementFileJobs({ ...onClock, liveProviders: () => payDeps.providers.of('live') }),
    ...verificationJobs(db, onUnbalanced, deps.sealKeys?.known ?? []),
    ...workerJobs(db),
    ...upkeepJobs(deps),
  });
}

/** What is due in a book by its clock, once through. */
const dueWorkOf = ({ payDeps, onNotice, runner }: Pick<ServiceJobsDeps, 'payDeps' | 'onNotice' | 'runner'>) => {
  const works = dueWorks({ ...payDeps, onNotice }, runner);
  return async (book: Book): Promise<void> => {
    for (const work of works) await work(book);
  };
};

/** A job dates what it does in test books by their clocks as they are when it begins. */
function onTestClocks(clock: TestClockReader, jobs: Jobs): Jobs {
  return Object.fromEntries(
    (Object.entries(jobs) as [string, AnyJob][]).map(([name, job]): [string, AnyJob] => [
      name,
      {
        ...job,
        async run(actor, payload) {
          await clock.catchUp();
          await job.run(actor, payload);
        },
      },
    ]),
  ) as Jobs;
}
