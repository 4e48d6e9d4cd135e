/** All SQL of order refunds. A refund's row is only touched while its order's row is locked. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';

/** What the refunds that wait for clearing add up to, in minor units. */
export async function sumWaitingRefunds(
  db: Database | Tx,
  { holderId, mode }: Book,
  currency: string,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from order_refunds
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and status = 'awaiting_funds'`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}
