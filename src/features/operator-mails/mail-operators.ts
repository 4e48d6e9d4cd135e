/** Mails to the operator's people that no request causes: once a day about what waits, and when the books do not balance. */

import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { SystemActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { UnbalancedBooks } from '../../core/ledger/scheduled-verification.ts';
import { queueMail, queueNotice } from '../../core/mail/queue-mail.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { listOperators } from '../holders/addresses.ts';
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
    for (const reader of await listOperators(tx, 'administrator', 'finance')) {
      const shown = isNew && reader.role === 'administrator' ? head : undefined;
      await queueNotice(tx, 'operator', reader, (words) => inboxMail(words, publicUrl, waiting, shown));
    }
  });
}

/** Always sent: nobody may miss it. */
export async function mailUnbalanced({ db, publicUrl }: Deps, { checks }: UnbalancedBooks): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const reader of await listOperators(tx, 'administrator'))
      await queueMail(tx, reader, (words) => unbalancedMail(words, publicUrl, checks));
  });
}
