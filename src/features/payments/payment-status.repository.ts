/** What the status of many payments is answered from, in one statement. */

import { bool, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { sentRows } from '../../base/database/unnested.ts';
import { modes } from '../../base/money/mode.ts';
import { type PaymentKey, type PaymentStatus, paymentTransitions } from './payment.ts';

const statuses = Object.keys(paymentTransitions) as PaymentStatus[];

const statusColumns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  status: oneOf(...statuses),
  amount: int8,
  currency: text,
  custom: nullable(text),
  trxId: nullable(text),
  payerName: nullable(text),
  payerEmail: nullable(text),
  createdAt: timestamptz,
  expiresAt: timestamptz,
  transferUntil: nullable(timestamptz),
  paidAt: nullable(timestamptz),
  manualCapture: bool,
  capturableUntil: nullable(timestamptz),
  captureAmount: nullable(int8),
  capturedAmount: nullable(int8),
};

export type StatusOfPayment = RowOf<typeof statusColumns>;

const sentKeys = sentRows<PaymentKey>()({ holderId: int8, id: text });

/** Statuses of those payments that exist. */
export async function findStatuses(db: Database, keys: readonly PaymentKey[]): Promise<StatusOfPayment[]> {
  return query(statusColumns, { prepared: 'read_statuses' })`
    select p.holder_id as "holderId", p.id, p.mode, p.status, p.amount, p.currency, p.custom, p.trx_id as "trxId",
      p.payer_name as "payerName", p.payer_email as "payerEmail", p.created_at as "createdAt",
      p.expires_at as "expiresAt", p.transfer_until as "transferUntil", p.paid_at as "paidAt",
      p.manual_capture as "manualCapture",
      p.capturable_until as "capturableUntil", p.capture_amount as "captureAmount", p.captured_amount as "capturedAmount"
    from ${sentKeys.as('k', keys)}
    join payments p on p.holder_id = k.holder_id and p.id = k.id`.execute(db);
}
