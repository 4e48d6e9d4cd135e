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

/** @param requestedBy the person; null for a key pair or the shell. */
export async function insertTopUp(tx: Tx, topUp: TopUp, requestedBy: string | null): Promise<void> {
  const { holderId, id, mode, status, accountKind, source, amount, currency, createdAt, succeededAt } = topUp;
  await tx
    .insertInto('topUps')
    .values({ holderId, id, mode, status, accountKind, source, amount, currency, createdAt, succeededAt, requestedBy })
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

/** The person who requested a top-up; null when it was none. */
export async function findTopUpRequester(tx: Tx, holderId: bigint, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('topUps')
    .select('requestedBy')
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.requestedBy ?? null;
}
