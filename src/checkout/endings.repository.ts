/**
 * SQL on who ended a payment. It is the answer kept for the customer's own last click, so it stands with the other
 * kept answers and is forgotten with them.
 */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Payment } from '../payments/payment.ts';

type PaymentKey = Pick<Payment, 'holderId' | 'mode' | 'id'>;

const route = 'checkout';
/** A caller's own `Idempotency-Key` holds no control character, so it can never be this one. */
const keyOf = (payment: PaymentKey): string => `\u0001${route}/${payment.id}`;
/** How long a browser is led back. On the real clock: it limits who sees what. */
const remembered = sql.raw(`interval '1 hour'`);

/** In the transaction that ends the payment; a payment ends once, so there is one at most. */
export async function insertEnding(tx: Tx, payment: PaymentKey, digest: Buffer): Promise<void> {
  await sql`
    insert into idempotency_keys (holder_id, mode, key, route, request_hash)
    values (${payment.holderId}, ${payment.mode}, ${keyOf(payment)}, ${route}, ${digest})
    on conflict (holder_id, mode, key) do nothing`.execute(tx);
}

export async function isEndedBy(db: Database, payment: PaymentKey, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from idempotency_keys
    where holder_id = ${payment.holderId} and mode = ${payment.mode} and key = ${keyOf(payment)}
      and route = ${route} and request_hash = ${digest} and created_at > now() - ${remembered}`.execute(db);
  return rows.length > 0;
}
