/** Mails to the operator's people that no request causes: once a day about what waits, and when the books do not balance. */
import type { SystemActor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { listOperatorAddresses } from '../holders/addresses.ts';
import { serviceHolderId } from '../ledger/post.ts';
import type { UnbalancedBooks } from '../ledger/scheduled-verification.ts';
import { queueMail, queueNotice } from '../mail/queue-mail.ts';
import { findHead } from '../seals/seals.repository.ts';
import { inboxMail, unbalancedMail } from './operator-mails.ts';
import { countWaitingSince } from './waiting.repository.ts';

type Deps = { db: Database; publicUrl: string };

const dayMs = 86_400_000;

/** What waits, and the head of the seals of the last day, for administrators. @param at by the real clock. */
export async function mailInbox(actor: SystemActor, { db, publicUrl }: Deps, at: Date): Promise<void> {
  authorize(actor, 'mails.deliver', { holderId: serviceHolderId, mode: null });
  await inTransaction(db, async (tx) => {
    const waiting = await countWaitingSince(tx, new Date(at.getTime() - dayMs));
    const head = await findHead(tx);
    const isNew = head !== undefined && head.sealedAt.getTime() > at.getTime() - dayMs;
    const administrators = new Set(await listOperatorAddresses(tx, 'administrator'));
    for (const address of await listOperatorAddresses(tx, 'administrator', 'finance')) {
      const mail = inboxMail(address, publicUrl, waiting, isNew && administrators.has(address) ? head : undefined);
      if (mail !== undefined) await queueNotice(tx, 'operator', mail);
    }
  });
}

/** Always sent: nobody may miss it. */
export async function mailUnbalanced({ db, publicUrl }: Deps, { checks }: UnbalancedBooks): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const address of await listOperatorAddresses(tx, 'administrator'))
      await queueMail(tx, unbalancedMail(address, publicUrl, checks));
  });
}
