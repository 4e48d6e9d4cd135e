/** Reads everything that happened to one order: its transfers, its events, and the payments and disputes behind it. */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, nullable, text, timestamptz, uuid } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { firstTimedId } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import { listTracedTransfers, type TracedTransfer } from '../../core/ledger/traced-transfers.repository.ts';
import { subjectsOfPaid } from '../payments/payment-money.repository.ts';
import type { Order } from './order.ts';

type OrderKey = Pick<Order, 'holderId' | 'mode' | 'id'>;
type RecordedOrder = OrderKey & Pick<Order, 'createdAt'>;

/**
 * The transfers of an order in the company's book, oldest first: its own, and those of its refunds, its payments, their
 * refunds, late captures and disputes. Of a payment outside for several orders, this order's lines only.
 */
export function listTransfersOfOrder(db: Database, { holderId, mode, id }: OrderKey): Promise<TracedTransfer[]> {
  const paid = sql`select p.id from payments p where p.holder_id = ${holderId} and p.order_id = ${id}`;
  const subjects = sql`
    select 'order' as kind, ${id}::bigint::text as id, null::integer as line
    union all
    select 'order_refund', r.id, null from order_refunds r where r.holder_id = ${holderId} and r.order_id = ${id}
    union all
    ${subjectsOfPaid(holderId)}
    union all
    select 'paid_outside', l.payment_id, l.line
    from shadow_payment_lines l where l.holder_id = ${holderId} and l.order_id = ${id}`;
  return listTracedTransfers(db, { holderId, mode }, paid, subjects);
}

/** A dispute over a payment of an order. It is won when everything withdrawn has come back. */
const disputeColumns = {
  id: text,
  paymentId: text,
  amount: int8,
  currency: text,
  withdrawals: int4,
  returns: int4,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};

export const listDisputesOfOrder = (db: Database, { holderId, id }: OrderKey) =>
  query(disputeColumns)`
    select d.id, d.payment_id as "paymentId", d.amount, d.currency, d.withdrawals, d.returns,
      d.created_at as "createdAt", d.updated_at as "updatedAt"
    from payments p join disputes d on d.holder_id = p.holder_id and d.payment_id = p.id
    where p.holder_id = ${holderId} and p.order_id = ${id}
    order by d.created_at, d.id`.execute(db);

const eventColumns = {
  id: text,
  type: text,
  createdAt: timestamptz,
  paymentStatus: nullable(text),
  settlementStatus: nullable(text),
  holdReason: nullable(text),
  reason: nullable(text),
  requestId: nullable(uuid),
};

const selectedEvent = sql`
  e.id, e.type, e.created_at as "createdAt", e.data ->> 'payment_status' as "paymentStatus",
  e.data ->> 'settlement_status' as "settlementStatus", e.data ->> 'hold_reason' as "holdReason",
  e.data ->> 'reason' as reason, e.request_id as "requestId"`;

/** The events of an order and of its refunds, oldest first, with the states they left the order in. */
export async function listEventsOfOrder(db: Database, order: RecordedOrder, limit: number) {
  const [created, later] = await Promise.all([findCreated(db, order), listLaterEvents(db, order, limit)]);
  return [...created, ...later].slice(0, limit);
}

/** How far the clock of whoever recorded an order may be from the time in the id of its first event. */
const clockSlackMs = 1_000;

/**
 * The `order.created` event of an order. No index has it, so that recording an order does not have to write one more:
 * its id begins with the time. Where a test clock had been moved, that time is not the order's, and all of the company's test
 * events are searched.
 */
async function findCreated(db: Database, { holderId, mode, id, createdAt }: RecordedOrder) {
  const at = createdAt.getTime();
  const [from, to] = [at - clockSlackMs, at + clockSlackMs].map((ms) => firstTimedId('evt', holderId, new Date(ms)));
  const created = (where: RawBuilder<unknown>) =>
    query(eventColumns)`
    select ${selectedEvent} from events e
    where e.holder_id = ${holderId} and e.mode = ${mode} and e.subject_kind = 'order'
      and e.subject_id = ${id}::bigint::text and e.type = 'order.created' and ${where}`.execute(db);
  const found = await created(sql`e.id >= ${from} and e.id < ${to}`);
  return found.length > 0 || mode === 'live' ? found : created(sql`true`);
}

const listLaterEvents = (db: Database, { holderId, mode, id }: OrderKey, limit: number) =>
  query(eventColumns)`
    select ${selectedEvent} from events e
    where e.holder_id = ${holderId} and e.mode = ${mode} and e.subject_kind in ('order', 'order_refund')
      and e.type <> 'order.created' and e.transfer_id is null
      and e.subject_id = any(array(
        select ${id}::bigint::text
        union all
        select r.id from order_refunds r where r.holder_id = ${holderId} and r.order_id = ${id}))
    order by e.appended limit ${limit}`.execute(db);
