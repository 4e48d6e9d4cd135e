/**
 * Takes a bank's report on a payout file (pain.002): what the bank accepted is sent, what it rejected fails with the
 * bank's reason and its money returns, as a refund does, and a return that it rejected ends (docs/contract/people.md, "Payment files").
 * Each payment has its own transaction, and a report that comes again changes nothing, so that one that was cut short is
 * taken again.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { readPain002, type StatusReport } from '../bank-files/pain002.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import { comparableReference } from '../bank-files/references.ts';
import { returnPayout, sendPayout } from '../payouts/change-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import { lockPayout } from '../payouts/payouts.repository.ts';
import { judgeVerdict } from './judge-report.ts';
import { filedKindOf, payoutsMax } from './payout-file.ts';
import {
  findFileByMessage,
  findFileLine,
  findPayoutFile,
  listFileLines,
  type PayoutFile,
  type PayoutFileLine,
} from './payout-files.repository.ts';
import { takeRefundVerdict } from './take-refund-verdict.ts';
import { takeReturnVerdict } from './take-return-verdict.ts';
import { noteVerdict, type TakenReport, type Taking } from './taken-report.ts';

type Deps = { db: Database; clock: Clock };

/**
 * @param text of the whole report.
 * @throws AppError `forbidden`; `validation_failed` (`text`) for a report that can't be read, of an unknown file, of another
 * account, or with a payment that is not in the file: then nothing changes.
 */
export async function takeReport(actor: Actor, { db, clock }: Deps, mode: Mode, text: string): Promise<TakenReport> {
  const object = { holderId: serviceHolderId, mode };
  authorize(actor, 'payout_files.report', object);
  const read = readPain002(text);
  if (!read.ok) throw invalidField('text', read.problem);
  const { report } = read;
  const file = await findFileByMessage(db, mode, report.messageId);
  if (file === undefined) throw invalidField('text', 'The report answers a file that was not made here.');
  const lines = await listFileLines(db, file.id, { limit: payoutsMax });
  const unfit = unfitReport(report, file, lines);
  if (unfit !== undefined) throw invalidField('text', unfit);

  const taken: TakenReport = {
    file,
    changed: 0,
    sent: 0,
    failed: [],
    rejectedReturns: [],
    rejectedRefunds: [],
    questions: [],
  };
  for (const line of lines) {
    const verdict = report.verdictOn(line.reference, line.batchId);
    if (verdict === undefined) continue;
    const take = takes[filedKindOf(line.paymentId)];
    await inTransaction(db, (tx) => take(actor, tx, clock, { taken, paymentId: line.paymentId, verdict }));
  }
  if (taken.changed > 0) {
    const { changed, sent, failed, rejectedReturns, rejectedRefunds, questions } = taken;
    await inTransaction(db, (tx) =>
      appendAudit(actor, tx, {
        action: 'payout_files.report',
        ...object,
        object: { kind: 'payout_file', id: file.id },
        after: {
          ...{ changed, sent, failed: failed.length, questions: questions.length },
          ...(rejectedReturns.length === 0 ? {} : { rejectedReturns: rejectedReturns.length }),
          ...(rejectedRefunds.length === 0 ? {} : { rejectedRefunds: rejectedRefunds.length }),
        },
      }),
    );
  }
  return { ...taken, file: (await findPayoutFile(db, mode, file.id)) as PayoutFile };
}

/** As the problem of the report, or undefined. */
function unfitReport(report: StatusReport, file: PayoutFile, lines: readonly PayoutFileLine[]): string | undefined {
  const own = file.debtorAccount === null ? '' : comparableReference(file.debtorAccount);
  if (own !== '' && [...report.debtorAccounts].some((account) => comparableReference(account) !== own)) {
    return 'The report is about another account than the file was paid from.';
  }
  const known = new Set(lines.map(({ reference }) => reference));
  return report.named.every((reference) => known.has(reference))
    ? undefined
    : 'The report names a payment that is not in its file.';
}

async function takePayoutVerdict(actor: Actor, tx: Tx, clock: Clock, taking: Taking): Promise<void> {
  const { taken, paymentId: payoutId, verdict } = taking;
  const { id: fileId, mode } = taken.file;
  // Another report may have said something of it in the meantime: that is read under the lock.
  const payout = (await lockPayout(tx, holderOfPublicId('po', payoutId) as bigint, payoutId)) as Payout;
  const line = (await findFileLine(tx, fileId, payoutId)) as PayoutFileLine;
  const step = judgeVerdict(line, payout.status, verdict);
  if (!(await noteVerdict(tx, taking, line, step, clock.now(serviceHolderId, mode)))) return;

  if (step.kind === 'send') {
    await sendPayout(actor, tx, clock, payoutId);
    taken.sent += 1;
  }
  if (step.kind === 'fail') {
    const reason = reasonInWords(verdict.reason);
    await returnPayout(actor, tx, clock, payoutId, { to: 'failed', reason });
    taken.failed.push({ payoutId, reason });
  }
}

const takes = { payout: takePayoutVerdict, return: takeReturnVerdict, refund: takeRefundVerdict };
