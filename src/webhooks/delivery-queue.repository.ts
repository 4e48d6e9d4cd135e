/**
 * SQL of the delivery queue: due deliveries are claimed, and results are kept. An endpoint's `due_at`
 * is its place in the queue, so that a claim reads the endpoints that have something due and no others. Times are on the
 * database's clock: deliveries are made in real time, whatever a test clock says.
 */
import { sql } from 'kysely';
import { bool, int4, int8, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { modes } from '../money/mode.ts';
import { findByIndex } from './by-index.repository.ts';
import { endpointKinds } from './endpoint.ts';

/** Of one endpoint, in all processes. */
export const atOnceMax = 10;
/** Of one that has been failing for a minute: it must not take the places of those that answer. */
const atOnceFailingMax = 2;
/** To one host, in all processes. */
export const perHostMax = 20;
const claimLockClass = 5_110;
/** Longer than any attempt. A delivery whose process died is attempted again when it ends. */
const leaseSeconds = 30;
const claimedColumns = {
  holderId: int8,
  endpointId: text,
  eventId: text,
  eventType: text,
  mode: oneOf(...modes),
  kind: oneOf(...endpointKinds),
  url: nullable(text),
  extraHeader: nullable(text),
  attempts: int4,
  attemptsBefore: int4,
  /** Of a test event. */
  body: nullable(text),
  /** JSON of the event; null when the log no longer has it. */
  data: nullable(text),
  createdAt: nullable(timestamptz),
  requestId: nullable(uuid),
};

export type Claimed = RowOf<typeof claimedColumns>;

/** An endpoint whose row is locked. */
type LockedLane = { holderId: bigint; id: string; atOnce: number };

const lockedLanes = (lanes: readonly LockedLane[]) => sql`
  unnest(${lanes.map((lane) => lane.holderId)}::bigint[], ${lanes.map((lane) => lane.id)}::text[],
    ${lanes.map((lane) => lane.atOnce)}::int[]) as l (holder_id, id, at_once)`;

/**
 * Claims due deliveries: new ones before resent ones, no more at once than an endpoint and a host may have.
 * @param limit how many this process can take.
 */
export async function claimDue(tx: Tx, limit: number): Promise<Claimed[]> {
  await findByIndex(tx);
  // One process claims at a time, so that what a host may have at once is counted right.
  await command`select pg_advisory_xact_lock(${claimLockClass}::int, 0)`.execute(tx);
  const lanes = await query({ holderId: int8, id: text, atOnce: int4 })`
    select w.holder_id as "holderId", w.id,
      case when w.failing_since < now() - interval '1 minute' then ${atOnceFailingMax}::int else ${atOnceMax}::int end
        as "atOnce"
    from webhook_endpoints w
    where w.due_at <= now()
    order by w.due_at limit ${limit}
    for no key update of w skip locked`.execute(tx);
  if (lanes.length === 0) return [];
  // What is under way is counted once the endpoints are locked: a result that was kept a moment before the lock is seen.
  const claimed = await query(claimedColumns)`
    with lanes as (
      select l.holder_id, l.id, l.at_once - (select count(*) from webhook_deliveries d
        where d.holder_id = l.holder_id and d.endpoint_id = l.id and d.claimed_until > now()) as room
      from ${lockedLanes(lanes)}
    ), due as (
      select l.holder_id, l.id, d.event_id, d.host,
        row_number() over (partition by l.holder_id, l.id order by d.is_resend, d.next_attempt_at) as place
      from lanes l cross join lateral (
        (select event_id, host, is_resend, next_attempt_at from webhook_deliveries
         where holder_id = l.holder_id and endpoint_id = l.id and status = 'pending' and not is_resend
           and next_attempt_at <= now() order by next_attempt_at limit ${atOnceMax})
        union all
        (select event_id, host, is_resend, next_attempt_at from webhook_deliveries
         where holder_id = l.holder_id and endpoint_id = l.id and status = 'pending' and is_resend
           and next_attempt_at <= now() order by next_attempt_at limit ${atOnceMax})) d
      where l.room > 0
    ), fitting as (
      select due.*, row_number() over (partition by due.host order by due.place, due.holder_id, due.id) as host_place
      from due join lanes l on l.holder_id = due.holder_id and l.id = due.id
      where due.place <= l.room
    ), chosen as (
      select f.holder_id, f.id, f.event_id from fitting f
      where f.host_place <= ${perHostMax} - (
        select count(*) from webhook_deliveries d where d.host = f.host and d.claimed_until > now())
      order by f.place limit ${limit}
    )
    update webhook_deliveries d
    set claimed_until = now() + make_interval(secs => ${leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from chosen c
    join webhook_endpoints w on w.holder_id = c.holder_id and w.id = c.id
    where d.holder_id = c.holder_id and d.endpoint_id = c.id and d.event_id = c.event_id
    returning d.holder_id as "holderId", d.endpoint_id as "endpointId", d.event_id as "eventId",
      d.event_type as "eventType", w.mode, w.kind, coalesce(d.url, w.url) as url, w.extra_header as "extraHeader",
      d.attempts, d.attempts_before as "attemptsBefore", d.body,
      (select e.data::text from events e where e.holder_id = d.holder_id and e.id = d.event_id) as data,
      (select e.created_at from events e where e.holder_id = d.holder_id and e.id = d.event_id) as "createdAt",
      (select e.request_id from events e where e.holder_id = d.holder_id and e.id = d.event_id) as "requestId"`.execute(
    tx,
  );
  await scheduleEndpoints(tx, lanes);
  return claimed;
}

/**
 * Sets when these endpoints are looked at again: a full one when a lease ends. Otherwise claimed deliveries count with the
 * end of their lease, and what was due but did not fit comes up again shortly: its host is busy. A result brings either
 * forward.
 */
async function scheduleEndpoints(tx: Tx, lanes: readonly LockedLane[]): Promise<void> {
  await command`
    update webhook_endpoints w set due_at = case when next.under_way >= l.at_once then next.lease_ends
      else case when next.due_at is not null then greatest(next.due_at, now() + interval '200 milliseconds') end end
    from ${lockedLanes(lanes)}
    cross join lateral (
      select least(
        (select min(next_attempt_at) from webhook_deliveries
         where holder_id = l.holder_id and endpoint_id = l.id and status = 'pending' and not is_resend),
        (select min(next_attempt_at) from webhook_deliveries
         where holder_id = l.holder_id and endpoint_id = l.id and status = 'pending' and is_resend)) as due_at,
        (select min(claimed_until) from webhook_deliveries
         where holder_id = l.holder_id and endpoint_id = l.id and claimed_until > now()) as lease_ends,
        (select count(*) from webhook_deliveries
         where holder_id = l.holder_id and endpoint_id = l.id and claimed_until > now()) as under_way) next
    where w.holder_id = l.holder_id and w.id = l.id`.execute(tx);
}

/** An attempt and what it decided; JSON, because a batch of them is one parameter. */
export type KeptAttempt = {
  holder_id: string;
  endpoint_id: string;
  event_id: string;
  status: 'pending' | 'delivered' | 'parked';
  reason: string | null;
  pause_ms: number | null;
  started_at: string;
  duration_ms: number;
  outcome: string;
  status_code: number | null;
  request_headers: Record<string, string>;
  request_body: string;
  response_headers: Record<string, string> | null;
  response_body: string | null;
};

const sentAttempts = (attempts: readonly KeptAttempt[]) => sql`
  json_to_recordset(${JSON.stringify(attempts)}::json) as s (holder_id bigint, endpoint_id text, event_id text,
    status text, reason text, pause_ms bigint, started_at timestamptz, duration_ms int, outcome text, status_code int,
    request_headers jsonb, request_body text, response_headers jsonb, response_body text)`;

const lockedColumns = { holderId: int8, id: text, isFailing: bool };

/**
 * Locks the endpoints of a batch of results, in the order of their ids.
 * @param failingForHours `isFailing` is true of an active endpoint that has not succeeded for so long.
 */
export const lockEndpoints = (
  tx: Tx,
  keys: readonly { holderId: bigint; id: string }[],
  failingForHours: number,
): Promise<RowOf<typeof lockedColumns>[]> =>
  query(lockedColumns)`
    select w.holder_id as "holderId", w.id,
      (w.kind = 'endpoint' and w.status = 'active' and coalesce(
        w.failing_since <= now() - make_interval(hours => ${failingForHours}), false)) as "isFailing"
    from webhook_endpoints w
    join unnest(${keys.map((key) => key.holderId)}::bigint[], ${keys.map((key) => key.id)}::text[]) as k (holder_id, id)
      on k.holder_id = w.holder_id and k.id = w.id
    order by w.holder_id, w.id
    for no key update of w`.execute(tx);

/**
 * Keeps the attempts and what becomes of their deliveries. A delivery that was parked meanwhile stays so unless it
 * arrived; one that arrived already is left alone. The endpoints are locked.
 */
export async function keepAttempts(tx: Tx, attempts: readonly KeptAttempt[]): Promise<void> {
  await findByIndex(tx);
  await command`
    with sent as (select * from ${sentAttempts(attempts)}), attempted as (
      update webhook_deliveries d
      set attempts = d.attempts + 1, claimed_until = null,
        status = case when d.status = 'parked' and s.status <> 'delivered' then d.status else s.status end,
        reason = case when d.status = 'parked' and s.status <> 'delivered' then d.reason else s.reason end,
        next_attempt_at = case when d.status = 'pending' and s.status = 'pending'
          then now() + s.pause_ms * interval '1 millisecond' end,
        finished_at = case when d.status = 'pending' and s.status = 'pending' then null
          when d.status = 'parked' and s.status <> 'delivered' then d.finished_at else now() end
      from sent s
      where d.holder_id = s.holder_id and d.endpoint_id = s.endpoint_id and d.event_id = s.event_id
        and d.status <> 'delivered'
      returning d.holder_id, d.endpoint_id, d.event_id, d.attempts)
    insert into webhook_attempts (holder_id, endpoint_id, event_id, number, started_at, duration_ms, outcome,
      status_code, request_headers, request_body, response_headers, response_body)
    select a.holder_id, a.endpoint_id, a.event_id, a.attempts, s.started_at, s.duration_ms, s.outcome, s.status_code,
      s.request_headers, s.request_body, s.response_headers, s.response_body
    from attempted a
    join sent s on s.holder_id = a.holder_id and s.endpoint_id = a.endpoint_id and s.event_id = a.event_id`.execute(tx);
  await command`
    update webhook_endpoints w
    set failing_since = case when r.succeeded then null else coalesce(w.failing_since, now()) end,
      last_succeeded_at = case when r.succeeded then now() else w.last_succeeded_at end,
      due_at = case when w.status = 'active' and w.deleted_at is null then now() end
    from (select holder_id, endpoint_id, bool_or(delivered) as succeeded
      from unnest(${attempts.map((one) => BigInt(one.holder_id))}::bigint[], ${attempts.map((one) => one.endpoint_id)}::text[],
        ${attempts.map((one) => one.status === 'delivered')}::boolean[]) as s (holder_id, endpoint_id, delivered)
      group by holder_id, endpoint_id) r
    where w.holder_id = r.holder_id and w.id = r.endpoint_id`.execute(tx);
}

/** Gives claimed deliveries back that were not attempted to the end, as when the service stops. */
export async function releaseClaims(db: Database, claims: readonly Claimed[]): Promise<void> {
  await command`
    with released as (
      update webhook_deliveries d set claimed_until = null, next_attempt_at = now()
      from unnest(${claims.map((one) => one.holderId)}::bigint[], ${claims.map((one) => one.endpointId)}::text[],
        ${claims.map((one) => one.eventId)}::text[]) as c (holder_id, endpoint_id, event_id)
      where d.holder_id = c.holder_id and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id
        and d.status = 'pending'
      returning d.holder_id, d.endpoint_id)
    update webhook_endpoints w set due_at = now()
    from released r
    where w.holder_id = r.holder_id and w.id = r.endpoint_id and w.status = 'active' and w.deleted_at is null`.execute(
    db,
  );
}
