/** SQL that records new orders, many in one statement. */

import { sql } from 'kysely';
import type { BookInsert } from '../../base/database/book-insert.ts';
import { int8, jsonb, type RowOf, text, timestamptz, uuid } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken, takenFrom, takenJoined } from '../../base/database/unnested.ts';
import {
  dataWithId,
  insertEvents,
  insertPlacedEvents,
  type PreparedEvent,
  preparedEventColumns,
  withId,
  withoutBrace,
} from '../../core/events/append-events.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { type Order, requestedColumns } from './order.ts';
import { splitsJson } from './order-row.ts';

/** `order`: without an id. */
export type OrderInsert = PreparedEvent & { order: Order };

const recordedColumns = { id: int8, attemptId: uuid };

export type RecordedOrder = RowOf<typeof recordedColumns>;

/** Stored as they are sent. */
const storedColumns = {
  holderId: int8,
  mode: text,
  ...requestedColumns,
  splits: takenJoined(jsonb(), ({ splits }: Order) => splitsJson(splits)),
  attemptId: uuid,
};
const sentColumns = {
  ...storedColumns,
  warnings: takenJoined(jsonb(), ({ warnings }: Order) => JSON.stringify(warnings)),
  at: taken(timestamptz, ({ createdAt }: Order) => createdAt),
};
const stored = sentRows<Order>()(storedColumns);
const sentWithEvents = sentRows<OrderInsert>()({
  ...takenFrom(({ order }: OrderInsert) => order)(sentColumns),
  ...preparedEventColumns,
  eventData: takenJoined(text, ({ eventData }: OrderInsert) => withoutBrace(eventData)),
});
const sentWithIds = sentRows<Order>()({ id: int8, ...sentColumns });

const orderColumns = sql`${stored.names}, warnings, created_at, updated_at`;

const orderValues = sql`${stored.names}, array(select jsonb_array_elements_text(warnings)), at, at`;

/** In the order in which every statement locks them. */
const inOrder = sql`order by holder_id, mode, partner_order_ref collate "C"`;

/** The `order.created` events of the orders inserted; only the new order id has to be added to the prepared data. */
const createdEvents = insertEvents({
  from: sql`recorded r join sent s on s.attempt_id = r.attempt_id`,
  holderId: sql`r.holder_id`,
  id: sql`s.event_id`,
  mode: sql`r.mode`,
  type: sql`s.event_type`,
  subjectKind: sql`'order'`,
  subjectId: sql`r.id::text`,
  data: dataWithId('order_id', sql`r.id`, sql`s.event_data`),
  createdAt: sql`s.at`,
  requestId: sql`s.request_id`,
});

/**
 * Inserts the orders that are new, with an `order.created` event each, in one statement. Existing refs and idempotency
 * keys are skipped. @returns the new ones.
 */
export const insertOrders = (db: Database | Tx, orders: readonly OrderInsert[]): Promise<RecordedOrder[]> =>
  query(recordedColumns, { prepared: 'record_orders' })`
    with sent as (
      select * from ${sentWithEvents.as('s', orders)}
    ), recorded as (
      insert into orders (${orderColumns}) select ${orderValues} from sent ${inOrder}
      on conflict do nothing
      returning holder_id, id, mode, attempt_id
    ), appended as (${createdEvents})
    select id, attempt_id as "attemptId" from recorded`.execute(db);

/** As `insertOrders`, in two statements, with an id and its event's place in the order of appending for each order. */
async function insertNumberedOrders(
  tx: Tx,
  orders: readonly OrderInsert[],
  numbers: Record<(typeof sequences)[number], readonly bigint[]>,
): Promise<RecordedOrder[]> {
  const { orders_id_seq: ids, events_appended_seq: places } = numbers;
  const numbered = orders.map(({ order }, index) => ({ ...order, id: ids[index] as bigint }));
  const recorded = await query(recordedColumns, { prepared: 'record_numbered_orders' })`
    insert into orders (id, ${orderColumns})
    select id, ${orderValues}
    from ${sentWithIds.as('s', numbered)} ${inOrder}
    on conflict do nothing
    returning id, attempt_id as "attemptId"`.execute(tx);
  const isNew = new Set(recorded.map(({ id }) => id));
  const events = orders.flatMap(({ order: { holderId, mode, createdAt: at }, ...event }, index) => {
    const [id, appended] = [ids[index] as bigint, places[index] as bigint];
    const data = withId('order_id', id, event.eventData);
    return isNew.has(id) ? [{ ...event, holderId, mode, at, subject: subjectOf.order(id), data, appended }] : [];
  });
  await insertPlacedEvents(tx, events);
  return recorded;
}

const sequences = ['orders_id_seq', 'events_appended_seq'] as const;

export const orderInsert: BookInsert<OrderInsert, RecordedOrder[], (typeof sequences)[number]> = {
  together: insertOrders,
  sequences,
  numbered: insertNumberedOrders,
};
