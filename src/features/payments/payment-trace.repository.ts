/** Reads everything that happened to one payment: attempts, transfers, disputes, events, and the payout after it. */
import { sql } from 'kysely';
import { int4, int8, nullable, oneOf, text, timestamptz, uuid } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { listTracedTransfers, type TracedTransfer } from '../../core/ledger/traced-transfers.repository.ts';
import { feeMethods } from './fees/fee-rule.ts';
import { cancelers, type Payment } from './payment.ts';
import { subjectsOfPaid } from './payment-money.repository.ts';

type Traced = Pick<Payment, 'holderId' | 'mode' | 'id'>;

const attemptColumns = {
  number: int4,
  method: oneOf(...feeMethods),
  status: oneOf('processing', 'authorized', 'succeeded', 'declined', 'returned'),
  error: nullable(text),
  cardLastFour: nullable(text),
  cardBrand: nullable(text),
  createdAt: timestamptz,
};

/** Oldest first. */
export const listAttempts = (db: Database, { holderId, id }: Traced) =>
  query(attemptColumns)`
    select a.number, a.method, a.status, a.error, a.card_last_four as "cardLastFour", a.card_brand as "cardBrand",
      a.created_at as "createdAt"
    from payment_attempts a where a.holder_id = ${holderId} and a.payment_id = ${id}
    order by a.number`.execute(db);

/** The transfers in the shop's book that belong to the payment, oldest first. */
export const listTransfersOfPayment = (db: Database, { holderId, mode, id }: Traced): Promise<TracedTransfer[]> =>
  listTracedTransfers(db, { holderId, mode }, sql`select ${id}::text as id`, subjectsOfPaid(holderId));

const disputeColumns = {
  id: text,
  amount: int8,
  currency: text,
  withdrawals: int4,
  returns: int4,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};

export const listDisputesOfPayment = (db: Database, { holderId, id }: Traced) =>
  query(disputeColumns)`
    select d.id, d.amount, d.currency, d.withdrawals, d.returns, d.created_at as "createdAt", d.updated_at as "updatedAt"
    from disputes d where d.holder_id = ${holderId} and d.payment_id = ${id}
    order by d.created_at, d.id`.execute(db);

const eventColumns = {
  id: text,
  type: text,
  createdAt: timestamptz,
  reason: nullable(text),
  /** Of a cancellation, unless an earlier version published it. */
  cancelledBy: nullable(oneOf(...cancelers)),
  requestId: nullable(uuid),
};

/** Oldest first. */
export const listEventsOfPayment = (db: Database, { holderId, mode, id }: Traced, limit: number) =>
  query(eventColumns)`
    select e.id, e.type, e.created_at as "createdAt", e.data ->> 'reason' as reason,
      e.data ->> 'cancelled_by' as "cancelledBy", e.request_id as "requestId"
    from events e
    where e.holder_id = ${holderId} and e.mode = ${mode} and e.subject_kind = 'payment' and e.subject_id = ${id}
    order by e.appended limit ${limit}`.execute(db);

/** As sent by the caller; it may not be a valid URL. */
export async function findWebhookUrl(db: Database, { holderId, id }: Traced): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('webhookUrl')
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.webhookUrl ?? null;
}

/** The first payout from the wallet that was requested after the payment was paid and did not come back. */
export const findPayoutAfter = (db: Database, { holderId, mode, currency, paidAt }: Payment) =>
  paidAt === null
    ? undefined
    : db
        .selectFrom('payouts')
        .select(['id', 'status', 'amount', 'currency', 'createdAt'])
        .where('holderId', '=', holderId)
        .where('mode', '=', mode)
        .where('accountKind', '=', 'wallet')
        .where('currency', '=', currency)
        .where('createdAt', '>=', paidAt)
        .where('status', 'in', ['requested', 'approved', 'sent', 'completed'])
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
