/**
 * The only module that inserts events, in the transaction of the change they report. An event's data is the object as
 * the receiver's interface returns it; it must never contain a secret, a token or a card number.
 */

import { type RawBuilder, sql } from 'kysely';
import { int8, text, timestamptz, uuid } from '../../base/database/columns.ts';
import { newTimedId } from '../../base/database/public-id.ts';
import { command, preparedCommand } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken, takenJoined } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../access/actor.ts';
import type { UnitOfWork } from '../access/unit-of-work.ts';
import type { Subject } from '../ledger/subject.ts';

/**
 * Maps an event type to its data. features/event-catalog.ts fills it by declaration merging: the catalog imports the
 * features, and they import this module, so this module must not import the catalog.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by features/event-catalog.ts
export interface EventDataByType {}

export type EventType = keyof EventDataByType;

export type EventData<T extends EventType> = EventDataByType[T];

export type NewEvent = {
  [T in EventType]: {
    type: T;
    /** The object the event is about. */
    subject: Subject;
    data: EventData<T>;
  };
}[EventType];

type WrittenEvent = { id: string; type: EventType; subject: Subject; data: string };

const writtenEvents = sentRows<WrittenEvent>()({
  id: text,
  type: text,
  subjectKind: taken(text, ({ subject }: WrittenEvent) => subject.kind),
  subjectId: taken(text, ({ subject }: WrittenEvent) => subject.id),
  data: takenJoined(text, ({ data }: WrittenEvent) => data),
});

/** @param events may be presented while they are read: each is written as text before the next is asked for. */
export async function appendEvents(
  { actor, tx, at }: UnitOfWork,
  book: { holderId: bigint; mode: Mode },
  events: Iterable<NewEvent>,
): Promise<void> {
  const written: WrittenEvent[] = [];
  for (const { type, subject, data } of events) {
    written.push({ id: newTimedId('evt', book.holderId), type, subject, data: JSON.stringify(data) });
  }
  if (written.length === 0) return;
  await command`${insertEvents({
    from: writtenEvents.as('e', written),
    holderId: sql`${book.holderId}::bigint`,
    id: sql`e.id`,
    mode: sql`${book.mode}`,
    type: sql`e.type`,
    subjectKind: sql`e.subject_kind`,
    subjectId: sql`e.subject_id`,
    data: sql`e.data::json`,
    createdAt: sql`${at}::timestamptz`,
    requestId: sql`${actor.requestId}::uuid`,
  })}`.execute(tx);
}

/** An event as column values, for a statement that inserts it together with its subject. */
export type PreparedEvent = { eventId: string; eventType: EventType; eventData: string; requestId: string | null };

/** For `sentRows`. */
export const preparedEventColumns = {
  eventId: text,
  eventType: text,
  eventData: takenJoined(text, ({ eventData }: PreparedEvent) => eventData),
  requestId: uuid,
};

export const prepareEvent = <T extends EventType>(
  actor: Actor,
  holderId: bigint,
  type: T,
  data: EventData<T>,
): PreparedEvent => prepareEventText(actor, holderId, type, JSON.stringify(data));

/** @param data as JSON, without the fields that only the statement knows, such as the new row's id: see `dataWithId`. */
export const prepareEventText = (
  { requestId }: Actor,
  holderId: bigint,
  type: EventType,
  data: string,
): PreparedEvent => ({ eventId: newTimedId('evt', holderId), eventType: type, eventData: data, requestId });

/** Adds an integer field in front of the prepared data. */
export const withId = (field: string, id: bigint, data: string): string => `{"${field}":${id},${withoutBrace(data)}`;

/** Prepared data without its opening brace, for `dataWithId`: SQL would walk the whole text to cut off one character. */
export const withoutBrace = (data: string): string => data.slice(1);

/** As `withId`, for an id computed in SQL. @param data of `withoutBrace`. */
export const dataWithId = (field: string, id: RawBuilder<unknown>, data: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.lit(`{"${field}":`)} || ${id} || ',' || ${data})::json`;

/** A prepared event with the rest of its columns; `appended` is its place in the order of appending, drawn before. */
type PlacedEvent = Omit<PreparedEvent, 'eventData'> & {
  holderId: bigint;
  mode: Mode;
  subject: Subject;
  data: string;
  at: Date;
  appended: bigint;
};

const placedEvents = sentRows<PlacedEvent>()({
  holderId: int8,
  id: taken(text, ({ eventId }: PlacedEvent) => eventId),
  mode: text,
  type: taken(text, ({ eventType }: PlacedEvent) => eventType),
  subjectKind: taken(text, ({ subject }: PlacedEvent) => subject.kind),
  subjectId: taken(text, ({ subject }: PlacedEvent) => subject.id),
  data: takenJoined(text, ({ data }: PlacedEvent) => data),
  at: timestamptz,
  requestId: uuid,
  appended: int8,
});

/** Inserts events where their places cannot be drawn (database/sequences.ts), after their subjects. */
export async function insertPlacedEvents(tx: Tx, events: readonly PlacedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await preparedCommand('insert_placed_events')`${insertEvents({
    from: placedEvents.as('e', events),
    holderId: sql`e.holder_id`,
    id: sql`e.id`,
    mode: sql`e.mode`,
    type: sql`e.type`,
    subjectKind: sql`e.subject_kind`,
    subjectId: sql`e.subject_id`,
    data: sql`e.data::json`,
    createdAt: sql`e.at`,
    requestId: sql`e.request_id`,
    appended: sql`e.appended`,
  })}`.execute(tx);
}

type EventSource = Record<
  'from' | 'holderId' | 'id' | 'mode' | 'type' | 'subjectKind' | 'subjectId' | 'data' | 'createdAt' | 'requestId',
  RawBuilder<unknown>
> & {
  /** Set for an event that the sequencer derives from a movement of earnings. */
  placed?: { position: RawBuilder<unknown>; transferId: RawBuilder<unknown> };
  /** Its place in the order of appending, if that was drawn before (database/sequences.ts). */
  appended?: RawBuilder<unknown>;
};

/** `insert into events` with one event per row of `from`, for statements that also insert their subjects. */
export const insertEvents = (source: EventSource): RawBuilder<unknown> => sql`
  insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at, request_id
    ${source.placed ? sql`, position, transfer_id` : sql``} ${source.appended ? sql`, appended` : sql``})
  select ${source.holderId}, ${source.id}, ${source.mode}, ${source.type}, ${source.subjectKind},
    ${source.subjectId}, ${source.data}, ${source.createdAt}, ${source.requestId}
    ${source.placed ? sql`, ${source.placed.position}, ${source.placed.transferId}` : sql``}
    ${source.appended ? sql`, ${source.appended}` : sql``}
  from ${source.from}`;
