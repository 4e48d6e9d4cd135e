/**
 * SQL of the delivery queue: due deliveries are claimed, and claims given back. An endpoint's `due_at`
 * is its place in the queue, so that a claim reads the endpoints that have something due and no others. Times are on the
 * database's clock: deliveries are made in real time, whatever a test clock says.
 */

import { sql } from 'kysely';
import { int4, int8, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../base/database/columns.ts';
import { lockFree } from '../../base/database/lock-rows.ts';
import { queryEach } from '../../base/database/query-each.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, unnested } from '../../base/database/unnested.ts';
import { modes } from '../../base/money/mode.ts';
import { type WebhookFormat, webhookFormats } from '../../core/events/webhook-format.ts';
import { holdersOf } from '../../core/ledger/accounts.ts';
import { findByIndex } from './by-index.repository.ts';
import { type Chosen, chooseDue, type DueLane } from './choose-due.ts';
import { endpointKinds } from './endpoint.ts';
import { signatureHeaders } from './formats.ts';
import type { Shape } from './message.ts';

/** Deliveries at a time per endpoint, across all processes. */
const atOnceMax = 10;
/** The same for an endpoint that has been failing for a minute, so that it leaves room for the others. */
const atOnceFailingMax = 2;
const claimLockClass = 5_110;
/** Longer than any attempt. A delivery whose process died is attempted again when it ends. */
const leaseSeconds = 30;

const laneColumns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  kind: oneOf(...endpointKinds),
  url: nullable(text),
  format: oneOf(...webhookFormats),
  extraHeader: nullable(text),
  extraHeaderPrefix: text,
  /** How many of its deliveries may be under way. */
  atOnce: int4,
};
/** An endpoint whose row is locked. */
type Lane = RowOf<typeof laneColumns>;

const lanesSelected = {
  table: 'webhook_endpoints',
  columns: laneColumns,
  selected: sql`
    w.holder_id as "holderId", w.id, w.mode, w.kind, w.url, w.format, w.extra_header as "extraHeader",
    w.extra_header_prefix as "extraHeaderPrefix",
    case when w.failing_since < now() - interval '1 minute' then ${atOnceFailingMax}::int else ${atOnceMax}::int end
      as "atOnce"`,
} as const;

const deliveryColumns = {
  holderId: int8,
  endpointId: text,
  eventId: text,
  eventType: text,
  /** Null: that of the endpoint. */
  url: nullable(text),
  /** Null: that of the endpoint; of a `webhook_url`, standard. */
  format: nullable(oneOf(...webhookFormats)),
  attempts: int4,
  attemptsBefore: int4,
  /** Set for a test event. */
  body: nullable(text),
};

const eventColumns = {
  holderId: int8,
  id: text,
  /** JSON. */
  data: text,
  createdAt: timestamptz,
  requestId: nullable(uuid),
};
type SentEvent = RowOf<typeof eventColumns>;

export type Claimed = Omit<RowOf<typeof deliveryColumns>, 'format'> &
  Shape &
  Pick<Lane, 'mode' | 'kind'> & {
    /** Null when the log no longer has the event. */
    [N in 'data' | 'createdAt' | 'requestId']: SentEvent[N] | null;
  };

/**
 * Claims due deliveries: new ones before resent ones, no more at once than an endpoint and a host may have.
 * @param limit how many this process can take.
 */
export async function claimDue(tx: Tx, limit: number): Promise<Claimed[]> {
  await findByIndex(tx);
  // One process claims at a time, so that what a host may have at once is counted right.
  await command`select pg_advisory_xact_lock(${claimLockClass}::int, 0)`.execute(tx);
  const lanes = await lockFree(tx, lanesSelected, {
    own: sql`w.due_at <= now()`,
    first: sql`order by w.due_at limit ${limit}`,
  });
  // What is under way is counted once the endpoints are locked: a result that was kept a moment before the lock is seen.
  const due = await findDue(tx, lanes);
  const hosts = [...new Set(due.flatMap((lane) => lane.due.map(({ host }) => host)))];
  const chosen = hosts.length === 0 ? [] : chooseDue(due, await countUnderWay(tx, hosts), limit);
  const claimed = chosen.length === 0 ? [] : await claimChosen(tx, chosen, lanes);
  if (lanes.length > 0) await scheduleEndpoints(tx, lanes);
  return claimed;
}

/** The deliveries of each endpoint that come next, and the room for them. */
async function findDue(tx: Tx, lanes: readonly Lane[]): Promise<DueLane[]> {
  const types = { holderId: 'bigint', id: 'text' } as const;
  const columns = { eventId: text, host: text, order: int4, underWay: int4 };
  const found = await queryEach(tx, columns, lanes, types, ({ holderId, id }) => {
    const next = (isResend: boolean) => sql`
      (select event_id, host, is_resend, next_attempt_at from webhook_deliveries
       where holder_id = ${holderId} and endpoint_id = ${id} and status = 'pending'
         and ${isResend ? sql`is_resend` : sql`not is_resend`} and next_attempt_at <= now()
       order by next_attempt_at limit ${atOnceMax})`;
    return sql`
      select d.event_id as "eventId", d.host,
        (row_number() over (order by d.is_resend, d.next_attempt_at))::int as "order", claimed.count as "underWay"
      from (${next(false)} union all ${next(true)}) d
      cross join (
        select count(*)::int as count from webhook_deliveries
        where holder_id = ${holderId} and endpoint_id = ${id} and claimed_until > now()) claimed`;
  });
  return lanes.map(({ holderId, id, atOnce }, index) => {
    const due = (found[index] ?? []).sort((a, b) => a.order - b.order);
    return { holderId, id, due, room: atOnce - (due[0]?.underWay ?? 0) };
  });
}

async function countUnderWay(tx: Tx, hosts: readonly string[]): Promise<Map<string, number>> {
  const rows = await query({ host: text, count: int4 })`
    select host, count(*)::int as count from webhook_deliveries
    where host = any(${hosts}::text[]) and claimed_until > now() group by host`.execute(tx);
  return new Map(rows.map(({ host, count }) => [host, count]));
}

const claimed = sentRows<Chosen>()({ holderId: int8, endpointId: text, eventId: text });

async function claimChosen(tx: Tx, chosen: readonly Chosen[], lanes: readonly Lane[]): Promise<Claimed[]> {
  const keys = claimed.as('c', chosen);
  const deliveries = await query(deliveryColumns)`
    update webhook_deliveries d
    set claimed_until = now() + make_interval(secs => ${leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from ${keys}
    where d.holder_id = c.holder_id and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id
    returning d.holder_id as "holderId", d.endpoint_id as "endpointId", d.event_id as "eventId",
      d.event_type as "eventType", d.url, d.format, d.attempts, d.attempts_before as "attemptsBefore", d.body`.execute(
    tx,
  );
  const events = await query(eventColumns)`
    select e.holder_id as "holderId", e.id, e.data::text as data, e.created_at as "createdAt", e.request_id as "requestId"
    from (select distinct holder_id, event_id from ${keys}) c
    join events e on e.holder_id = c.holder_id and e.id = c.event_id
    where e.holder_id = any(${holdersOf(chosen)}::bigint[])`.execute(tx);
  const laneOf = new Map(lanes.map((lane) => [`${lane.holderId}/${lane.id}`, lane]));
  const eventOf = new Map(events.map((event) => [`${event.holderId}/${event.id}`, event]));
  return deliveries.map((delivery) => {
    const lane = laneOf.get(`${delivery.holderId}/${delivery.endpointId}`) as Lane;
    const { mode, kind, url } = lane;
    const event = eventOf.get(`${delivery.holderId}/${delivery.eventId}`);
    const { data, createdAt, requestId } = event ?? { data: null, createdAt: null, requestId: null };
    const shape = shapeOf(lane, delivery.format);
    return { ...delivery, ...shape, url: delivery.url ?? url, mode, kind, data, createdAt, requestId };
  });
}

/** A payment's `webhook_url` keeps the format of its payment, with the header of that format unless the endpoint names one for it. */
function shapeOf(lane: Lane, ofDelivery: WebhookFormat | null): Shape {
  const format = ofDelivery ?? (lane.kind === 'addresses' ? 'standard' : lane.format);
  if (format === lane.format) {
    return { format, extraHeader: lane.extraHeader, extraHeaderPrefix: lane.extraHeaderPrefix };
  }
  const { header, prefix } = signatureHeaders[format];
  return { format, extraHeader: header, extraHeaderPrefix: prefix };
}

/**
 * Sets when these endpoints are looked at again: a full one when a lease ends. Otherwise claimed deliveries count with the
 * end of their lease, and what was due but did not fit comes up again shortly: its host is busy. A result brings either
 * forward.
 */
async function scheduleEndpoints(tx: Tx, lanes: readonly Lane[]): Promise<void> {
  const types = { holderId: 'bigint', id: 'text', atOnce: 'integer' } as const;
  // In microseconds since 1970: a Date has only milliseconds, and would have an endpoint looked at a moment too early.
  const found = await queryEach(tx, { dueAt: nullable(int8) }, lanes, types, ({ holderId, id, atOnce }) => {
    const next = (isResend: boolean) => sql`
      (select min(next_attempt_at) from webhook_deliveries
       where holder_id = ${holderId} and endpoint_id = ${id} and status = 'pending'
         and ${isResend ? sql`is_resend` : sql`not is_resend`})`;
    return sql`
      select (1000000 * extract(epoch from case when claimed.count >= ${atOnce} then claimed.until
        when n.due_at is not null then greatest(n.due_at, now() + interval '200 milliseconds') end))::bigint as "dueAt"
      from (select least(${next(false)}, ${next(true)}) as due_at) n
      cross join (
        select count(*) as count, min(claimed_until) as until from webhook_deliveries
        where holder_id = ${holderId} and endpoint_id = ${id} and claimed_until > now()) claimed`;
  });
  await command`
    update webhook_endpoints w set due_at = to_timestamp(next.due_at / 1000000.0)
    from ${unnested(
      'next',
      lanes.map(({ holderId, id }, index) => ({ holderId, id, dueAt: found[index]?.[0]?.dueAt })),
      { holderId: int8, id: text, dueAt: int8 },
    )}
    where w.holder_id = next.holder_id and w.id = next.id`.execute(tx);
}

/** Gives claimed deliveries back that were not attempted to the end, as when the service stops. */
export async function releaseClaims(tx: Tx, claims: readonly Chosen[]): Promise<void> {
  const released = await query({ holderId: int8, id: text })`
    update webhook_deliveries d set claimed_until = null, next_attempt_at = now()
    from ${claimed.as('c', claims)}
    where d.holder_id = c.holder_id and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id
      and d.status = 'pending'
    returning d.holder_id as "holderId", d.endpoint_id as id`.execute(tx);
  await command`
    update webhook_endpoints w set due_at = now()
    from (select distinct holder_id, id from
      ${unnested('k', released, { holderId: int8, id: text })}) r
    where w.holder_id = r.holder_id and w.id = r.id and w.status = 'active' and w.deleted_at is null`.execute(tx);
}
