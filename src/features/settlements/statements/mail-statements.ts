/** Once a month, a mail to everyone whose statement of the month before is ready, in live mode. */

import type { Database } from '../../../base/database/pool.ts';
import { inTransaction } from '../../../base/database/transaction.ts';
import type { SystemActor } from '../../../core/access/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { serviceHolderId } from '../../../core/ledger/post.ts';
import { type Mail, writeMail } from '../../../core/mail/mail.ts';
import { queueNotice } from '../../../core/mail/queue-mail.ts';
import { listAddressesThatMay } from '../../holders/addresses.ts';
import { monthBefore } from './month.ts';
import { listStatementHolders } from './statement-mails.repository.ts';

/** @param at by the real clock, in the month after. One transaction: a run that is repeated mails nobody twice. */
export async function mailStatements(
  actor: SystemActor,
  { db, publicUrl }: { db: Database; publicUrl: string },
  at: Date,
): Promise<void> {
  authorize(actor, 'mails.deliver', { holderId: serviceHolderId, mode: null });
  const { from, to, name: month } = monthBefore(at);
  await inTransaction(db, async (tx) => {
    for (const { holderId, name, isCompany } of await listStatementHolders(tx, from, to)) {
      const place = isCompany ? 'settlements/statements' : 'earnings';
      const facts = { name, month, address: `${publicUrl}/h/${holderId}/live/${place}` };
      for (const recipient of await listAddressesThatMay(tx, holderId, 'payouts.request'))
        await queueNotice(tx, 'statements', statementMail(recipient, facts));
    }
  });
}

function statementMail(
  recipient: string,
  { name, month, address }: { name: string; month: string; address: string },
): Mail {
  return writeMail({
    recipient,
    subject: `Your statement for ${month} is ready`,
    before: [`The statement of ${name} for ${month} lists every movement. You can print it or download it as CSV.`],
    link: { label: 'Open the statement', address },
  });
}
