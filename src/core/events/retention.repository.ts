/**
 * SQL that deletes old events. What is kept of a book is always the end of its log, so that a reader's place is either
 * there or older than everything. The newest event of a book is never deleted: the next position is counted from it.
 */
import { type RawBuilder, sql } from 'kysely';
import { isCluster } from '../../base/database/cluster.ts';
import { int8, oneOf } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
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

/** The books whose oldest event is older than this. */
export const listBooksToPurge = async (db: Database, days: number): Promise<EventBook[]> =>
  (await isCluster(db)) ? findByAge(db, days) : findByBook(db, days);

/** Looks at the oldest event of each book alone. */
const findByBook = (db: Database, days: number): Promise<EventBook[]> =>
  query({ holderId: int8, mode: oneOf(...modes) })`
    with recursive book as (
      (select holder_id, mode from events where position is not null order by holder_id, mode limit 1)
      union all
      select n.holder_id, n.mode
      from book b
      cross join lateral (
        select e.holder_id, e.mode from events e
        where e.position is not null and (e.holder_id, e.mode) > (b.holder_id, b.mode)
        order by e.holder_id, e.mode limit 1) n)
    select b.holder_id as "holderId", b.mode
    from book b
    where (
      select ${isOld(days)} from events e
      where e.holder_id = b.holder_id and e.mode = b.mode and e.position is not null
      order by e.position limit 1)`.execute(db);

/** On a Citus cluster no machine can skip from book to book, so each scans all of its events. */
const findByAge = (db: Database, days: number): Promise<EventBook[]> =>
  db
    .selectFrom('events as e')
    .select(['e.holderId', 'e.mode'])
    .distinct()
    .where('e.position', 'is not', null)
    .where(condition`${isOld(days)}`)
    .execute();

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
