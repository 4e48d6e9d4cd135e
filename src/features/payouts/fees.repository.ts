/** SQL of fees: books with uncollected fees, collections, and the operator's draws. */
import { int8, oneOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';

export type FeesOfBook = Book & { accountId: bigint; currency: string };

/** Books and currencies whose fees are not 0, except the service's own; pages start after the given row. */
export async function listUncollected(
  db: Database,
  serviceHolderId: bigint,
  after: FeesOfBook | undefined,
  limit: number,
): Promise<FeesOfBook[]> {
  return query({ holderId: int8, accountId: int8, mode: oneOf(...modes), currency: text })`
    select holder_id as "holderId", id as "accountId", mode, currency from accounts
    where kind = 'fees' and balance <> 0 and holder_id <> ${serviceHolderId}
      and (holder_id, id) > (${after?.holderId ?? 0n}, ${after?.accountId ?? 0n})
    order by holder_id, id limit ${limit}`.execute(db);
}

/** `amount` in minor units: below 0 where refunds had returned more than payments brought. */
type FeeCollection = Book & { id: string; currency: string; amount: bigint; createdAt: Date };

export async function insertFeeCollection(tx: Tx, collection: FeeCollection): Promise<void> {
  const { holderId, mode, id, currency, amount, createdAt } = collection;
  await tx.insertInto('feeCollections').values({ holderId, mode, id, currency, amount, createdAt }).execute();
}

/** `id` is the operator's reference. */
type FeeDraw = Book & { id: string; currency: string; amount: bigint; createdAt: Date };

export async function insertFeeDraw(tx: Tx, draw: FeeDraw): Promise<void> {
  const { holderId, mode, id, currency, amount, createdAt } = draw;
  await tx.insertInto('feeDraws').values({ holderId, mode, id, currency, amount, createdAt }).execute();
}

/** What was drawn with this reference, in minor units. */
export async function findDrawn(
  tx: Tx,
  { holderId, mode }: Book,
  reference: string,
): Promise<{ amount: bigint; currency: string } | undefined> {
  return tx
    .selectFrom('feeDraws')
    .select(['amount', 'currency'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('id', '=', reference)
    .executeTakeFirst();
}
