/** All SQL of what runs fell short of. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';

/** Notes that a run had orders of a currency newly wait for funds. */
export async function noteShortfall(tx: Tx, holderId: bigint, settlementId: bigint, currency: string): Promise<void> {
  await sql`
    insert into settlement_shortfalls (holder_id, settlement_id, currency)
    values (${holderId}, ${settlementId}, ${currency}) on conflict do nothing`.execute(tx);
}

/** The currencies in which a run had orders newly wait. */
export async function listShortfalls(tx: Tx, holderId: bigint, settlementId: bigint): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from settlement_shortfalls
    where holder_id = ${holderId} and settlement_id = ${settlementId} order by currency`.execute(tx);
  return rows.map((row) => row.currency);
}

/** Whether another run of the book has fallen short in this currency since an instant. */
export async function fellShortSince(
  tx: Tx,
  { holderId, mode }: Book,
  { settlementId, currency, since }: { settlementId: bigint; currency: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from settlement_shortfalls s join settlements t on t.holder_id = s.holder_id and t.id = s.settlement_id
    where s.holder_id = ${holderId} and s.currency = ${currency} and s.settlement_id <> ${settlementId}
      and t.mode = ${mode} and t.finished_at > ${since} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether any order of a book waits for funds. */
export async function hasWaitingOrders(db: Database | Tx, { holderId, mode }: Book): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from orders where holder_id = ${holderId} and mode = ${mode}
        and settlement_status = 'awaiting_funds') as waits`.execute(db);
  return rows[0]?.waits === true;
}

/** How many orders of a book wait for funds, and what they take from clearing: their shares less what refunds took. */
export async function sumWaitingOrders(
  db: Database | Tx,
  { holderId, mode }: Book,
  currency: string,
): Promise<{ orders: bigint; cost: bigint }> {
  // What orders ask for is no money yet: together it may be more than a bigint of the database holds.
  const { rows } = await sql<{ orders: bigint; cost: string }>`
    select count(*) as orders, coalesce(sum(
      (select sum((split ->> 'amount')::bigint) from jsonb_array_elements(splits) as split)
      - coalesce((select sum(taken) from unnest(reduced) as taken), 0)), 0)::text as cost
    from orders
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and not is_shadow
      and settlement_status = 'awaiting_funds'`.execute(db);
  const [sums] = rows;
  return { orders: sums?.orders ?? 0n, cost: BigInt(sums?.cost ?? 0n) };
}
