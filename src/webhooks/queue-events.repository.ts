/**
 * SQL that makes deliveries of events: of new ones as they get their positions, and of past ones that are resent. Times
 * are on the database's clock: deliveries are made in real time, whatever a test clock says.
 */
import { sql } from 'kysely';
import { int4 } from '../database/columns.ts';
import { firstTimedId } from '../database/public-id.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { findByIndex } from './by-index.repository.ts';
import type { EndpointKey } from './endpoint.ts';

/** An endpoint with so many due deliveries gets no more until they were attempted. */
const dueMax = 100;
const endpointsPerRound = 50;
const eventsPerEndpoint = 100;

/** The host of an address as its text has it. The connection is judged by a parser of URLs, this only counts. */
const hostOf = sql`coalesce(lower(substring(c.webhook_url from '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)')), '')`;

/**
 * Those of `seen` events that their endpoint takes, each with the address and host of its delivery. Orders and payments are
 * read one by one, because the planner knows nothing of how many are asked for and would read them all.
 */
const taken = sql`
  select holder_id, id, event_id, type, position, null::text as url, host
  from seen where kind = 'endpoint' and (event_types is null or type = any(event_types))
  union all
  select s.holder_id, s.id, s.event_id, s.type, s.position, c.webhook_url, ${hostOf}
  from seen s cross join lateral (
    select both_kinds.webhook_url from (
      (select webhook_url from orders
       where holder_id = s.holder_id and id = (s.data ->> 'order_id')::bigint and mode = s.mode limit 1)
      union all
      (select webhook_url from payments
       where holder_id = s.holder_id and id = s.data ->> 'token' and mode = s.mode limit 1)) both_kinds
    where both_kinds.webhook_url is not null limit 1) c
  where s.kind = 'addresses'`;

/**
 * Makes deliveries of the next events of active endpoints. The endpoint's row holds how far it is, so that every event is
 * taken once however many processes do this.
 * @returns how many events were looked at; 0 means that no endpoint is behind.
 */
export async function queueEvents(tx: Tx): Promise<number> {
  await findByIndex(tx);
  const { seen } = await query({ seen: int4 })`
    with behind as (
      select w.holder_id, w.id, w.mode, w.kind, w.position, w.event_types, w.host
      from webhook_endpoints w
      where w.status = 'active' and w.deleted_at is null
        and exists (select from events e
          where e.holder_id = w.holder_id and e.mode = w.mode and e.position > w.position)
        and (select count(*) from (
          select from webhook_deliveries d
          where d.holder_id = w.holder_id and d.endpoint_id = w.id and d.status = 'pending' and not d.is_resend
            and d.next_attempt_at <= now() limit ${dueMax}) due) < ${dueMax}
      limit ${endpointsPerRound}
      for no key update of w skip locked
    ), seen as (
      select b.holder_id, b.id, b.mode, b.kind, b.event_types, b.host, e.id as event_id, e.type, e.position, e.data
      from behind b cross join lateral (
        select e.id, e.type, e.position, e.data from events e
        where e.holder_id = b.holder_id and e.mode = b.mode and e.position > b.position
        order by e.position limit ${eventsPerEndpoint}) e
    ), taken as (${taken}), queued as (
      insert into webhook_deliveries (holder_id, endpoint_id, event_id, event_type, position, url, host, next_attempt_at)
      select holder_id, id, event_id, type, position, url, host, now() from taken
      on conflict do nothing
    ), advanced as (
      update webhook_endpoints w set position = upto.position,
        due_at = case when upto.has_deliveries then least(w.due_at, now()) else w.due_at end
      from (
        select s.holder_id, s.id, s.position, t.id is not null as has_deliveries
        from (select holder_id, id, max(position) as position from seen group by holder_id, id) s
        left join (select distinct holder_id, id from taken) t on t.holder_id = s.holder_id and t.id = s.id) upto
      where w.holder_id = upto.holder_id and w.id = upto.id)
    select count(*)::int as seen from seen`.executeTakeFirstOrThrow(tx);
  return seen;
}

/** Events of an endpoint's book that began in a time range, or one of them. */
export type ResentEvents = { eventId: string } | { from: Date; to: Date };

const seenAgain = ({ holderId, id }: EndpointKey, events: ResentEvents) => sql`
  select w.holder_id, w.id, w.mode, w.kind, w.event_types, w.host, e.id as event_id, e.type, e.position, e.data
  from webhook_endpoints w
  join events e on e.holder_id = w.holder_id and e.mode = w.mode and e.position is not null
  where w.holder_id = ${holderId} and w.id = ${id} and ${
    'eventId' in events
      ? sql`e.id = ${events.eventId}`
      : sql`e.id >= ${firstTimedId('evt', holderId, events.from)} and e.id < ${firstTimedId('evt', holderId, events.to)}`
  }`;

/** How many deliveries `resendEvents` would make, counted up to a limit. */
export async function countResent(tx: Tx, endpoint: EndpointKey, events: ResentEvents, limit: number): Promise<number> {
  const { count } = await query({ count: int4 })`
    with seen as (${seenAgain(endpoint, events)}), taken as (${taken})
    select count(*)::int as count from (select from taken limit ${limit}) counted`.executeTakeFirstOrThrow(tx);
  return count;
}

/**
 * Makes these events due for delivery once more, whether they were delivered, given up or never queued. The endpoint is
 * locked and active. @returns how many.
 */
export const resendEvents = (tx: Tx, endpoint: EndpointKey, events: ResentEvents): Promise<number> =>
  command`
    with seen as (${seenAgain(endpoint, events)}), taken as (${taken})
    insert into webhook_deliveries as d (holder_id, endpoint_id, event_id, event_type, position, url, host, is_resend,
      next_attempt_at)
    select holder_id, id, event_id, type, position, url, host, true, now() from taken
    on conflict (holder_id, endpoint_id, event_id) do update
      set status = 'pending', reason = null, finished_at = null, is_resend = true, attempts_before = d.attempts,
        next_attempt_at = case when d.claimed_until > now() then d.next_attempt_at else now() end`.execute(tx);
