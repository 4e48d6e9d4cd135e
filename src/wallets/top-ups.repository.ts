/** All SQL of top-ups. */
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';

export type TopUp = Book & {
  id: string;
  status: 'pending' | 'succeeded';
  accountKind: 'clearing' | 'wallet';
  source: 'bank' | 'card' | 'onlinewallet';
  /** Minor units. */
  amount: bigint;
  currency: string;
  createdAt: Date;
  succeededAt: Date | null;
};

const columns = [
  'holderId',
  'id',
  'mode',
  'status',
  'accountKind',
  'source',
  'amount',
  'currency',
  'createdAt',
  'succeededAt',
] as const;

export async function insertTopUp(tx: Tx, topUp: TopUp): Promise<void> {
  const { holderId, id, mode, status, accountKind, source, amount, currency, createdAt, succeededAt } = topUp;
  await tx
    .insertInto('topUps')
    .values({ holderId, id, mode, status, accountKind, source, amount, currency, createdAt, succeededAt })
    .execute();
}

export async function lockTopUp(tx: Tx, holderId: bigint, id: string): Promise<TopUp | undefined> {
  return tx
    .selectFrom('topUps')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** `pending → succeeded`. The caller has locked the row. */
export async function setTopUpSucceeded(tx: Tx, holderId: bigint, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('topUps')
    .set({ status: 'succeeded', succeededAt: at })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

export async function listPendingTopUps(db: Database): Promise<TopUp[]> {
  return db
    .selectFrom('topUps')
    .select(columns)
    .where('status', '=', 'pending')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1000)
    .execute();
}
