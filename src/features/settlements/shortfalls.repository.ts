/** All SQL of shortfalls: the currencies in which a run could not cover every order. */
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type OrderCost, orderCostColumns, selectedCost, toOrderCost } from '../orders/orders.repository.ts';

/** Records that a run left orders of a currency newly waiting for funds. */
export async function noteShortfall(tx: Tx, holderId: bigint, settlementId: bigint, currency: string): Promise<void> {
  await tx
    .insertInto('settlementShortfalls')
    .values({ holderId, settlementId, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The currencies in which a run left orders newly waiting for funds. */
export async function listShortfalls(tx: Tx, holderId: bigint, settlementId: bigint): Promise<string[]> {
  const rows = await tx
    .selectFrom('settlementShortfalls')
    .select('currency')
    .where('holderId', '=', holderId)
    .where('settlementId', '=', settlementId)
    .orderBy('currency')
    .execute();
  return rows.map((row) => row.currency);
}

/** Whether another run of the book has fallen short in this currency since an instant. */
export async function fellShortSince(
  tx: Tx,
  { holderId, mode }: Book,
  { settlementId, currency, since }: { settlementId: bigint; currency: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('settlementShortfalls as s')
    .innerJoin('settlements as t', (join) =>
      join.onRef('t.holderId', '=', 's.holderId').onRef('t.id', '=', 's.settlementId'),
    )
    .select('t.id')
    .where('s.holderId', '=', holderId)
    .where('s.currency', '=', currency)
    .where('s.settlementId', '<>', settlementId)
    .where('t.mode', '=', mode)
    .where('t.finishedAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any order of a book waits for funds. */
export async function hasWaitingOrders(db: Database | Tx, { holderId, mode }: Book): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('settlementStatus', '=', 'awaiting_funds')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many orders of a book wait for funds in a currency, and what they cost clearing. */
export async function sumWaitingOrders(
  db: Database | Tx,
  { holderId, mode }: Book,
  currency: string,
): Promise<OrderCost> {
  const sums = await query(orderCostColumns)`
    select ${selectedCost}
    from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.currency = ${currency} and not o.is_shadow
      and o.settlement_status = 'awaiting_funds'`.executeTakeFirstOrThrow(db);
  return toOrderCost(sums);
}
