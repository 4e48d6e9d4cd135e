/** Once a month, a mail to everyone whose statement of the month before is ready, in live mode. */

import type { Database } from '../../../base/database/pool.ts';
import { inTransaction } from '../../../base/database/transaction.ts';
import type { SystemActor } from '../../../core/access/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { serviceHolderId } from '../../../core/ledger/post.ts';
import { type Mail, writeMail } from '../../../core/mail/mail.ts';
import { queueNotice } from '../../../core/mail/queue-mail.ts';
import type { Words } from '../../../core/mail/words.ts';
import { listReadersThatMay } from '../../holders/addresses.ts';
import { monthBefore } from './month.ts';
import { listStatementHolders } from './statement-mails.repository.ts';

/** @param at by the real clock, in the month after. One transaction: a run that is repeated mails nobody twice. */
export async function mailStatements(
  actor: SystemActor,
  { db, publicUrl }: { db: Database; publicUrl: string },
  at: Date,
): Promise<void> {
  authorize(actor, 'mails.deliver', { holderId: serviceHolderId, mode: null });
  const { from, to } = monthBefore(at);
  await inTransaction(db, async (tx) => {
    for (const { holderId, name, isCompany } of await listStatementHolders(tx, from, to)) {
      const place = isCompany ? 'settlements/statements' : 'earnings';
      const facts = { name, month: from, address: `${publicUrl}/h/${holderId}/live/${place}` };
      for (const reader of await listReadersThatMay(tx, holderId, 'payouts.request'))
        await queueNotice(tx, 'statements', reader, (words) => statementMail(words, facts));
    }
  });
}

/** @param facts.month its first instant. */
export function statementMail(words: Words, facts: { name: string; month: Date; address: string }): Mail {
  const { name, address } = facts;
  const month = words.month(facts.month);
  return writeMail(words, {
    subject: words.t('statement.subject', { month }),
    before: [words.t('statement.text', { name, month })],
    link: { label: words.t('statement.link'), address },
  });
}
