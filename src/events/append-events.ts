/**
 * The one place that writes events, in the transaction that made them true. An event's data is the object as the
 * interfaces show it to who reads the log; it must never hold a secret, a token or a card number.
 */
import { type RawBuilder, sql } from 'kysely';
import { newPublicId } from '../database/public-id.ts';
import { command } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Subject } from '../ledger/subject.ts';
import type { Mode } from '../money/mode.ts';

/**
 * Event type → its data. `catalogue.ts` fills it: the catalogue names what features show, and features append, so that
 * this module may not import it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by catalogue.ts
export interface EventDataByType {}

export type EventType = keyof EventDataByType;

export type EventData<T extends EventType> = EventDataByType[T];

export type NewEvent = {
  [T in EventType]: {
    type: T;
    /** What it is about. */
    subject: Subject;
    data: EventData<T>;
  };
}[EventType];

export async function appendEvents(
  tx: Tx,
  book: { holderId: bigint; mode: Mode },
  events: readonly NewEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  await command`${insertEvents({
    from: sql`unnest(
      ${events.map(() => newPublicId('evt', book.holderId))}::text[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.subject.kind)}::text[],
      ${events.map((event) => event.subject.id)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::text[]) as e (id, type, subject_kind, subject_id, data)`,
    holderId: sql`${book.holderId}::bigint`,
    id: sql`e.id`,
    mode: sql`${book.mode}`,
    type: sql`e.type`,
    subjectKind: sql`e.subject_kind`,
    subjectId: sql`e.subject_id`,
    data: sql`e.data::json`,
    createdAt: sql`${at}::timestamptz`,
  })}`.execute(tx);
}

/** An event as columns of a statement that inserts it together with the row it is about. */
export type PreparedEvent = { eventId: string; eventType: EventType; eventData: string };

/** @param data without what only the statement knows, such as the row's new id: see `dataWithId`. */
export const prepareEvent = <T extends EventType, Unknown extends keyof EventData<T> = never>(
  holderId: bigint,
  type: T,
  data: Omit<EventData<T>, Unknown>,
): PreparedEvent => ({ eventId: newPublicId('evt', holderId), eventType: type, eventData: JSON.stringify(data) });

/** Puts an integer of the statement's own in front of data that was prepared without it. */
export const dataWithId = (field: string, id: RawBuilder<unknown>, data: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.lit(`{"${field}":`)} || ${id} || ',' || substr(${data}, 2))::json`;

type EventSource = Record<
  'from' | 'holderId' | 'id' | 'mode' | 'type' | 'subjectKind' | 'subjectId' | 'data' | 'createdAt',
  RawBuilder<unknown>
>;

/** `insert into events`, one for each row of `from`; for statements that insert what the events are about as well. */
export const insertEvents = (source: EventSource): RawBuilder<unknown> => sql`
  insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at)
  select ${source.holderId}, ${source.id}, ${source.mode}, ${source.type}, ${source.subjectKind},
    ${source.subjectId}, ${source.data}, ${source.createdAt}
  from ${source.from}`;
