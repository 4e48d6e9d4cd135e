/** Alternative ways to record an order, for comparison with the batch (bench/README.md). */
import { sql } from 'kysely';
import type { Actor } from '../src/access/actor.ts';
import type { Database } from '../src/database/pool.ts';
import type { Book } from '../src/ledger/accounts.ts';
import type { Order, OrderDraft } from '../src/orders/order.ts';
import { splitsJson } from '../src/orders/order-row.ts';
import { insertOrders, type OrderInsert } from '../src/orders/orders.repository.ts';
import { insertOf as insertAt, type OrderWriter, newOrder as orderOf } from '../src/orders/record-order.ts';

export type Variant = 'batch' | 'constant' | 'statements' | 'single';

const insertOf = (actor: Actor, book: Book, draft: OrderDraft): OrderInsert => insertAt(actor, book, draft, new Date());

/** (a) The same parsing, validation and answer, without writing anything. */
function constant(): OrderWriter {
  let order: Order | undefined;
  return async (actor, book, draft) => {
    order ??= orderOf(insertOf(actor, book, draft), 1n);
    return { order, created: true };
  };
}

/** (b) One transaction per order, with a statement for each thing it writes. */
function statements(db: Database): OrderWriter {
  return (actor, book, draft) =>
    db.transaction().execute(async (tx) => {
      const o = insertOf(actor, book, draft);
      const { rows } = await sql<{ id: bigint }>`
        insert into orders (holder_id, mode, partner_order_ref, payment_source, total_amount, currency, splits,
          attempt_id, created_at, updated_at)
        values (${o.holderId}, ${o.mode}, ${o.partnerOrderRef}, ${o.paymentSource}, ${o.totalAmount}, ${o.currency},
          ${splitsJson(o.splits)}::jsonb, ${o.attemptId}, ${o.at}, ${o.at})
        on conflict do nothing returning id`.execute(tx);
      const id = rows[0]?.id as bigint;
      await sql`
        insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at,
          request_id)
        values (${o.holderId}, ${o.eventId}, ${o.mode}, 'order.created', 'order', ${String(id)}, ${o.eventData}::json, ${o.at},
          ${o.requestId}::uuid)`.execute(tx);
      return { order: orderOf(o, id), created: true };
    });
}

/** (c) One statement per order, committed on its own. */
function single(db: Database): OrderWriter {
  return async (actor, book, draft) => {
    const insert = insertOf(actor, book, draft);
    const [row] = await insertOrders(db, [insert]);
    return { order: orderOf(insert, row?.id as bigint), created: true };
  };
}

/** @returns undefined for the service's own way. */
export function writerOf(variant: Variant, db: Database): OrderWriter | undefined {
  if (variant === 'constant') return constant();
  if (variant === 'statements') return statements(db);
  if (variant === 'single') return single(db);
  return undefined;
}
