/** SQL that finds past events of an endpoint's book that it takes, to send them again. */
import { sql } from 'kysely';
import { firstTimedId } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { type NewDelivery, seenColumns, selectSeen, takeEvents } from './take-events.repository.ts';

const eventsPerPage = 1_000;

/** Events that began in a time range, or one of them. */
export type ResentEvents = { eventId: string } | { from: Date; to: Date };

/** Their deliveries, at most so many. */
export async function findResent(
  tx: Tx,
  endpoint: Pick<Endpoint, 'holderId' | 'id' | 'mode' | 'kind' | 'eventTypes' | 'host'>,
  events: ResentEvents,
  limit: number,
): Promise<NewDelivery[]> {
  const { holderId, mode, kind, eventTypes } = endpoint;
  const ids =
    'eventId' in events
      ? sql`e.id = ${events.eventId}`
      : sql`e.id >= ${firstTimedId('evt', holderId, events.from)} and e.id < ${firstTimedId('evt', holderId, events.to)}`;
  const found: NewDelivery[] = [];
  for (let after = ''; found.length < limit; ) {
    const seen = await query(seenColumns)`
      select ${selectSeen(sql`${kind}::text`)} from events e
      where e.holder_id = ${holderId} and e.mode = ${mode} and e.position is not null and ${ids} and e.id > ${after}
        and (${eventTypes}::text[] is null or e.type = any(${eventTypes}::text[]))
      order by e.id limit ${eventsPerPage}`.execute(tx);
    found.push(
      ...(await takeEvents(
        tx,
        seen.map((event) => ({ endpoint, ...event })),
      )),
    );
    const last = seen.at(-1);
    if (last === undefined || seen.length < eventsPerPage) break;
    after = last.eventId;
  }
  return found.slice(0, limit);
}
