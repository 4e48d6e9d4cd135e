/**
 * SQL that deletes old events. What is kept of a book is always the end of its log, so that a reader's place is either
 * there or older than everything. The newest event of a book is never deleted: the next position is counted from it.
 */
import { type RawBuilder, sql } from 'kysely';
import { findBooksByOldest } from '../../base/database/books-by-oldest.ts';
import { int8, oneOf } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command } from '../../base/database/statement.ts';
import { modes } from '../../base/money/mode.ts';
import type { EventBook } from './events.repository.ts';

/**
 * Whether something is still to be done with the event `e`, so that it and everything behind it stays: a webhook endpoint
 * has not come to it yet, or is still attempting it.
 */
const isNeeded = sql`exists (
  select from webhook_endpoints w
  where w.holder_id = e.holder_id and w.mode = e.mode
    and (w.status = 'active' and w.deleted_at is null and e.position > w.position
      or exists (
        select from webhook_deliveries d
        where d.holder_id = w.holder_id and d.endpoint_id = w.id and d.event_id = e.id and d.status = 'pending')))`;

const isOld = (days: number): RawBuilder<unknown> => sql`e.created_at < now() - make_interval(days => ${days}::int)`;

const book = { holderId: int8, mode: oneOf(...modes) };

/** The books whose oldest event is older than this; never fewer. */
export const listBooksToPurge = (db: Database, days: number): Promise<EventBook[]> =>
  findBooksByOldest(db, { table: 'events', order: 'position', columns: book }, isOld(days));

/** Deletes the oldest events of a book, at most `limit`. @returns how many. */
export const deleteOldest = (db: Database, { holderId, mode }: EventBook, days: number, limit: number) =>
  command`
    with oldest as (
      select e.id, e.position, ${isOld(days)} and not ${isNeeded} as may_go
      from events e
      where e.holder_id = ${holderId} and e.mode = ${mode} and e.position is not null
      order by e.position limit ${limit}
    ), kept as (
      select least(
        (select min(position) from oldest where not may_go),
        (select max(position) from events where holder_id = ${holderId} and mode = ${mode} and position is not null)) as first)
    delete from events e
    using oldest, kept
    where e.holder_id = ${holderId} and e.id = oldest.id and oldest.position < kept.first`.execute(db);
