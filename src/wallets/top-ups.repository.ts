/** All SQL of top-ups. */
import { sql } from 'kysely';
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

const columns = sql.raw(`
  holder_id as "holderId", id, mode, status, account_kind as "accountKind", source, amount, currency, created_at as "createdAt",
  succeeded_at as "succeededAt"`);

export async function insertTopUp(tx: Tx, topUp: TopUp): Promise<void> {
  await sql`
    insert into top_ups (holder_id, id, mode, status, account_kind, source, amount, currency, created_at, succeeded_at)
    values (${topUp.holderId}, ${topUp.id}, ${topUp.mode}, ${topUp.status}, ${topUp.accountKind}, ${topUp.source},
      ${topUp.amount}, ${topUp.currency}, ${topUp.createdAt}, ${topUp.succeededAt})`.execute(tx);
}

export async function lockTopUp(tx: Tx, holderId: bigint, id: string): Promise<TopUp | undefined> {
  const { rows } = await sql<TopUp>`
    select ${columns} from top_ups where holder_id = ${holderId} and id = ${id} for update`.execute(tx);
  return rows[0];
}

/** `pending → succeeded`. The caller has locked the row. */
export async function setTopUpSucceeded(tx: Tx, holderId: bigint, id: string, at: Date): Promise<void> {
  await sql`
    update top_ups set status = 'succeeded', succeeded_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = 'pending'`.execute(tx);
}

export async function listPendingTopUps(db: Database): Promise<TopUp[]> {
  const { rows } = await sql<TopUp>`
    select ${columns} from top_ups where status = 'pending' order by created_at, id limit 1000`.execute(db);
  return rows;
}
