/**
 * Reminds the people who may respond to a dispute of its deadline, 7 and 2 days before (docs/contract/people.md, "Disputes and evidence"), by the
 * clock of the book. Each time once, of the deadline as it then is.
 */
import type { Clock } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../../base/database/transaction.ts';
import type { Mode } from '../../../base/money/mode.ts';
import type { Actor } from '../../../core/access/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { queueNotice } from '../../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../../holders/addresses.ts';
import { reminderMail } from '../dispute-mails.ts';
import { findDispute, type PostedDispute } from '../disputes.repository.ts';
import { findEvidence } from './evidence.repository.ts';
import { nextReminder, reminderOfMoved } from './evidence.ts';
import { endReminder, listDueReminders, lockReminder, saveReminder } from './reminders.repository.ts';

const remindersMax = 200;

/** A step of what changes a dispute. @param known as it was before; undefined for a new one. */
export async function followDeadline(
  tx: Tx,
  known: PostedDispute | undefined,
  dispute: PostedDispute,
  now: Date,
): Promise<void> {
  const key = { holderId: dispute.holderId, disputeId: dispute.id };
  const dueOf = ({ status, evidenceDueAt }: PostedDispute) => (status === 'needs_response' ? evidenceDueAt : null);
  const [before, dueAt] = [known && dueOf(known), dueOf(dispute)];
  if (dueAt === null) {
    if (known !== undefined) await endReminder(tx, key);
  } else if (before === undefined || before === null) {
    await saveReminder(tx, key, dueAt, nextReminder(dueAt, now));
  } else if (before.getTime() !== dueAt.getTime()) {
    await saveReminder(tx, key, dueAt, reminderOfMoved(dueAt, now));
  }
}

/** Of a dispute whose evidence was refused. */
export async function restoreReminder(tx: Tx, dispute: PostedDispute, now: Date): Promise<void> {
  const { status, evidenceDueAt, holderId, id: disputeId } = dispute;
  if (status !== 'needs_response' || evidenceDueAt === null) return;
  await saveReminder(tx, { holderId, disputeId }, evidenceDueAt, nextReminder(evidenceDueAt, now));
}

/**
 * A failure of one does not stop the others; it stays due.
 * @param only limits it to one book; undefined: all books. @returns how many were due.
 */
export async function remindOfDisputes(
  actor: Actor,
  { db, clock }: { db: Database; clock: Clock },
  onError: (error: unknown) => void,
  only?: { holderId: bigint; mode: Mode },
): Promise<number> {
  const due = await listDueReminders(db, clock.now(0n, 'live'), remindersMax, only);
  for (const { disputeId, ...book } of due) {
    const now = clock.now(book.holderId, book.mode);
    await inTransaction(db, (tx) => remind(actor, tx, book, disputeId, now), book).catch(onError);
  }
  return due.length;
}

async function remind(actor: Actor, tx: Tx, book: Book, disputeId: string, now: Date): Promise<void> {
  const { holderId } = book;
  authorize(actor, 'payments.follow_up', book);
  const reminder = await lockReminder(tx, { holderId, disputeId });
  const dispute = await findDispute(tx, holderId, disputeId);
  if (reminder === undefined || dispute === undefined) return;
  if (reminder.remindAt === null || reminder.remindAt > now) return;

  await saveReminder(tx, { holderId, disputeId }, reminder.dueAt, nextReminder(reminder.dueAt, now));
  const evidence = await findEvidence(tx, { holderId, disputeId });
  const isAnswered = evidence !== undefined && evidence.state !== 'draft';
  if (reminder.dueAt <= now || isAnswered) return;
  for (const reader of await listReadersThatMay(tx, holderId, 'disputes.submit')) {
    await queueNotice(tx, 'disputes', reader, (words) => reminderMail(words, dispute, reminder.dueAt));
  }
}
