/** Mails about cash that is said to be handed over, to the side that decides, and to the one whose record was declined. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import { findLink } from '../links/links.repository.ts';
import { declinedMail, waitingMail } from './cash-mails.ts';
import { type Handover, handOverActions, type Side } from './handover.ts';

export const mailWaiting = (tx: Tx, handover: Handover): Promise<void> =>
  mailSide(tx, handover, handover.recordedBy === 'link' ? 'company' : 'link', waitingMail);

export const mailDeclined = (tx: Tx, handover: Handover): Promise<void> =>
  mailSide(tx, handover, handover.recordedBy, declinedMail);

/** Test money needs no mail. */
async function mailSide(
  tx: Tx,
  handover: Handover,
  to: Side,
  write: (words: Words, handover: Handover, other: string) => Mail,
): Promise<void> {
  if (handover.mode === 'test') return;
  const link = await findLink(tx, handover.holderId, handover.linkId);
  if (link === undefined) return;
  const [holderId, other] =
    to === 'company' ? [handover.holderId, link.name] : [link.holderId, await findHolderName(tx, handover.holderId)];
  for (const reader of await listReadersThatMay(tx, holderId, handOverActions[to])) {
    await queueNotice(tx, 'cash', reader, (words) => write(words, handover, other));
  }
}
