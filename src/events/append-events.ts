/**
 * Appends to the durable event log, in the transaction that made the event true. An event's data is what the
 * interfaces would show; it must never hold a secret, a token or a card number.
 */
import { sql } from 'kysely';
import { newPublicId } from '../database/public-id.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';

export type NewEvent = {
  type: string;
  /** What it is about: `order:42`, `payment:pay_…`. */
  subject: string;
  data: Record<string, unknown>;
};

export async function appendEvents(
  tx: Tx,
  book: { holderId: bigint; mode: Mode },
  events: readonly NewEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into events (holder_id, id, mode, type, subject, data, created_at)
    select ${book.holderId}::bigint, e.id, ${book.mode}, e.type, e.subject, e.data::jsonb, ${at}::timestamptz
    from unnest(
      ${events.map(() => newPublicId('evt', book.holderId))}::text[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.subject)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::text[]) as e (id, type, subject, data)`.execute(tx);
}
