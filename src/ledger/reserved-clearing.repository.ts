/**
 * What a company's clearing pays before anything else may spend from it (docs/ledger.md, "Waiting refunds"). The rows
 * are the features' own; the sum is needed by every use case that spends from or credits clearing.
 */
import { sql } from 'kysely';
import { int8 } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from './accounts.ts';

/**
 * What waits for clearing, in minor units: refunds, and what failed refunds owe the parties of their orders. Whatever
 * else is to be paid first joins this sum. Decide from it only while clearing is locked: rows start and stop waiting
 * only under this lock.
 */
export async function sumReserved(
  db: Database | Tx,
  { holderId, mode, currency }: Book & { currency: string },
): Promise<bigint> {
  const inCurrency = sql`holder_id = ${holderId} and mode = ${mode} and currency = ${currency}`;
  const { sum } = await query({ sum: int8 })`
    select (
      (select coalesce(sum(amount), 0) from order_refunds where ${inCurrency} and status = 'awaiting_funds')
      + (select coalesce(sum(restitution_amount), 0) from order_refunds
        where ${inCurrency} and restitution = 'awaiting_funds'))::bigint as sum`.executeTakeFirstOrThrow(db);
  return sum;
}
