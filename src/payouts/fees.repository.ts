/** SQL of fees: books with uncollected fees, and the operator's draws. */
import { int8, oneOf, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';
import type { Subject } from '../ledger/subject.ts';

export type FeesOfBook = Book & { accountId: bigint; currency: string };

/** Books and currencies whose fees are not 0, except the service's own; pages start after the given row. */
export async function listUncollected(
  db: Database,
  serviceHolderId: bigint,
  after: FeesOfBook | undefined,
  limit: number,
): Promise<FeesOfBook[]> {
  return query({ holderId: int8, accountId: int8, mode: oneOf('test', 'live'), currency: text })`
    select holder_id as "holderId", id as "accountId", mode, currency from accounts
    where kind = 'fees' and balance <> 0 and holder_id <> ${serviceHolderId}
      and (holder_id, id) > (${after?.holderId ?? 0n}, ${after?.accountId ?? 0n})
    order by holder_id, id limit ${limit}`.execute(db);
}

/** What was drawn under this subject, in minor units. */
export async function findDrawn(
  tx: Tx,
  { holderId, mode }: Book,
  subject: Subject,
): Promise<{ amount: bigint; currency: string } | undefined> {
  return tx
    .selectFrom('transfers')
    .select(['amount', 'currency'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .where('code', '=', 'fees_drawn')
    .executeTakeFirst();
}
