/** SQL that finds or locks many orders by one statement, however many there are. */

import { int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from './order.ts';
import { orderColumns, selectedOrder, toOrder } from './order-row.ts';

const keyOwnerColumns = { holderId: int8, mode: oneOf(...modes), idempotencyKey: text, partnerOrderRef: text };

/** The refs of the orders that carry these idempotency keys. */
export async function findOrdersByIdempotencyKeys(
  db: Database | Tx,
  keys: readonly (Book & { idempotencyKey: string })[],
): Promise<RowOf<typeof keyOwnerColumns>[]> {
  return query(keyOwnerColumns)`
    select k.holder_id as "holderId", o.mode, k.idempotency_key as "idempotencyKey", o.partner_order_ref as "partnerOrderRef"
    from (
      select distinct * from ${unnested('sent', keys, { holderId: int8, mode: text, idempotencyKey: text })}
    ) k
    join orders o on o.holder_id = k.holder_id and o.mode = k.mode and o.idempotency_key = k.idempotency_key`.execute(
    db,
  );
}

/** Locks orders' rows, in id order, until the transaction ends. */
export async function lockOrdersById(tx: Tx, { holderId, mode }: Book, ids: readonly bigint[]): Promise<Order[]> {
  const rows = await query(orderColumns)`
    select ${selectedOrder} from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.id = any(${ids}::bigint[])
    order by o.id for update`.execute(tx);
  return rows.map(toOrder);
}
