/** SQL that records new orders, many in one statement. */
import { sql } from 'kysely';
import { int8, oneOf, type RowOf, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { drawNumbers } from '../database/sequences.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { dataWithId, insertEvents, joinedTexts, type PreparedEvent } from '../events/append-events.ts';
import type { Book } from '../ledger/accounts.ts';
import { modes } from '../money/mode.ts';
import type { OrderDraft } from './order.ts';
import { splitsJson } from './order-row.ts';

export type OrderInsert = OrderDraft & Book & PreparedEvent & { attemptId: string; at: Date };

/** The `order.created` events of the orders inserted; only the new order id has to be added to the prepared data. */
const createdEvents = (numbered: boolean) =>
  insertEvents({
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
    ...(numbered ? { appended: sql`s.appended` } : {}),
  });
/** Without numbers and with them. */
const eventsOf = { undrawn: createdEvents(false), drawn: createdEvents(true) };

const recordedColumns = { id: int8, holderId: int8, mode: oneOf(...modes), partnerOrderRef: text };

export type RecordedOrder = RowOf<typeof recordedColumns>;

/** The ids of new orders, and the places of their events in the order of appending; one of each for each order. */
export type OrderNumbers = { ids: readonly bigint[]; appended: readonly bigint[] };

/** For orders that are inserted where sequences are not (database/entrances.ts). */
export async function drawOrderNumbers(db: Database, count: number): Promise<OrderNumbers> {
  const [ids, appended] = await Promise.all([
    drawNumbers(db, 'orders_id_seq', count),
    drawNumbers(db, 'events_appended_seq', count),
  ]);
  return { ids, appended };
}

/**
 * Inserts the orders that are new, with an `order.created` event each, in one statement. Existing refs and idempotency
 * keys are skipped. @param numbers drawn before; by default the database draws them. @returns the new ones.
 */
export async function insertOrders(
  db: Database | Tx,
  orders: readonly OrderInsert[],
  numbers?: OrderNumbers,
): Promise<RecordedOrder[]> {
  const drawn = numbers && {
    values: sql`, ${numbers.ids}::bigint[], ${numbers.appended}::bigint[]`,
    columns: sql`, id, appended`,
    id: sql`id, `,
  };
  const none = sql``;
  return query(recordedColumns, { prepared: drawn ? 'record_numbered_orders' : 'record_orders' })`
    with sent as (
      select * from unnest(
        ${orders.map((o) => o.holderId)}::bigint[], ${orders.map((o) => o.mode)}::text[],
        ${orders.map((o) => o.partnerOrderRef)}::text[], ${orders.map((o) => o.idempotencyKey)}::text[],
        ${orders.map((o) => o.paymentSource)}::text[], ${orders.map((o) => o.totalAmount)}::bigint[],
        ${orders.map((o) => o.currency)}::text[], ${joinedTexts(orders.map((o) => splitsJson(o.splits)))}::jsonb[],
        ${orders.map((o) => o.isShadow)}::boolean[], ${orders.map((o) => o.shadowMerchantRef)}::text[],
        ${orders.map((o) => o.shadowMerchantName)}::text[], ${orders.map((o) => o.returnUrl)}::text[],
        ${orders.map((o) => o.cancelUrl)}::text[], ${orders.map((o) => o.webhookUrl)}::text[],
        ${joinedTexts(orders.map((o) => JSON.stringify(o.warnings)))}::jsonb[],
        ${orders.map((o) => o.attemptId)}::uuid[], ${orders.map((o) => o.at)}::timestamptz[],
        ${orders.map((o) => o.eventId)}::text[], ${orders.map((o) => o.eventType)}::text[],
        ${joinedTexts(orders.map((o) => o.eventData))}, ${orders.map((o) => o.requestId)}::uuid[]
        ${drawn?.values ?? none})
        as s (holder_id, mode, partner_order_ref, idempotency_key, payment_source, total_amount, currency, splits,
          is_shadow, shadow_merchant_ref, shadow_merchant_name, return_url, cancel_url, webhook_url, warnings,
          attempt_id, at, event_id, event_type, event_data, request_id ${drawn?.columns ?? none})
    ), recorded as (
      insert into orders (${drawn?.id ?? none}holder_id, mode, partner_order_ref, idempotency_key, payment_source,
        total_amount, currency, splits, is_shadow, shadow_merchant_ref, shadow_merchant_name, return_url, cancel_url, webhook_url, warnings,
        attempt_id, created_at, updated_at)
      select ${drawn?.id ?? none}holder_id, mode, partner_order_ref, idempotency_key,
        payment_source, total_amount, currency, splits, is_shadow, shadow_merchant_ref, shadow_merchant_name, return_url,
        cancel_url, webhook_url, array(select jsonb_array_elements_text(warnings)), attempt_id, at, at
      from sent
      order by holder_id, mode, partner_order_ref collate "C"
      on conflict do nothing
      returning holder_id, id, mode, partner_order_ref, attempt_id
    ), appended as (${drawn ? eventsOf.drawn : eventsOf.undrawn})
    select id, holder_id as "holderId", mode, partner_order_ref as "partnerOrderRef" from recorded`.execute(db);
}
