/** SQL of deliveries and their log: reading, resending, giving up, purging. */

import { int4, int8, nullable, type RowOf, text } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { deliveryStatuses, EndpointKey, Outcome, ParkedReason } from './endpoint.ts';

type DeliveryStatus = (typeof deliveryStatuses)[number];

export type Delivery = {
  holderId: bigint;
  endpointId: string;
  eventId: string;
  eventType: string;
  position: bigint | null;
  url: string | null;
  status: DeliveryStatus;
  reason: ParkedReason | null;
  attempts: number;
  isResend: boolean;
  nextAttemptAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
};

const columns = [
  ...(['holderId', 'endpointId', 'eventId', 'eventType', 'position', 'url', 'status', 'reason'] as const),
  ...(['attempts', 'isResend', 'nextAttemptAt', 'createdAt', 'finishedAt'] as const),
] as const;

/** Newest events first. @param page.before an event id. */
export async function listDeliveries(
  db: Database,
  { holderId, id }: EndpointKey,
  page: Page<string> & { status: DeliveryStatus | undefined },
): Promise<Delivery[]> {
  return db
    .selectFrom('webhookDeliveries')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('endpointId', '=', id)
    .$if(page.status !== undefined, (of) => of.where('status', '=', page.status as DeliveryStatus))
    .$if(page.after !== undefined, (of) => of.where('eventId', '<', page.after as string))
    .orderBy('eventId', 'desc')
    .limit(page.limit)
    .execute();
}

export async function findDelivery(
  db: Database,
  { holderId, id }: EndpointKey,
  eventId: string,
): Promise<Delivery | undefined> {
  return db
    .selectFrom('webhookDeliveries')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('endpointId', '=', id)
    .where('eventId', '=', eventId)
    .executeTakeFirst();
}

export type Attempt = {
  number: number;
  startedAt: Date;
  durationMs: number;
  outcome: Outcome;
  statusCode: number | null;
  requestHeaders: unknown;
  requestBody: string;
  responseHeaders: unknown;
  responseBody: string | null;
};

/** The request that caused an event; null when no request did, or the log no longer has the event. */
export async function findRequestOf(db: Database, holderId: bigint, eventId: string): Promise<string | null> {
  const found = await db
    .selectFrom('events')
    .select('requestId')
    .where('holderId', '=', holderId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  return found?.requestId ?? null;
}

/** Newest first. */
export async function listAttempts(
  db: Database,
  { holderId, id }: EndpointKey,
  eventId: string,
  limit: number,
): Promise<Attempt[]> {
  return db
    .selectFrom('webhookAttempts')
    .select(['number', 'startedAt', 'durationMs', 'outcome', 'statusCode'])
    .select(['requestHeaders', 'requestBody', 'responseHeaders', 'responseBody'])
    .where('holderId', '=', holderId)
    .where('endpointId', '=', id)
    .where('eventId', '=', eventId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

const countColumns = { pending: int4, parked: int4 };

/** How many deliveries wait and how many were given up, each counted up to a limit. */
export const countDeliveries = (
  db: Database,
  { holderId, id }: EndpointKey,
  limit: number,
): Promise<RowOf<typeof countColumns>> =>
  query(countColumns)`
    select (select count(*)::int from (select from webhook_deliveries
        where holder_id = ${holderId} and endpoint_id = ${id} and status = 'pending' limit ${limit}) p) as pending,
      (select count(*)::int from (select from webhook_deliveries
        where holder_id = ${holderId} and endpoint_id = ${id} and status = 'parked' limit ${limit}) p) as parked`.executeTakeFirstOrThrow(
    db,
  );

/** Makes the deliveries due again that were given up, oldest first. The endpoint is locked and active. @returns how many. */
export const resendParked = (tx: Tx, { holderId, id }: EndpointKey, limit: number): Promise<number> =>
  command`
    update webhook_deliveries d
    set status = 'pending', reason = null, finished_at = null, is_resend = true, attempts_before = attempts,
      next_attempt_at = now()
    from (
      select event_id from webhook_deliveries
      where holder_id = ${holderId} and endpoint_id = ${id} and status = 'parked'
      order by event_id limit ${limit}) p
    where d.holder_id = ${holderId} and d.endpoint_id = ${id} and d.event_id = p.event_id`.execute(tx);

/** Makes one delivery due again, whose event may be in no log. @returns false when there is no such delivery. */
export async function resendOne(tx: Tx, { holderId, id }: EndpointKey, eventId: string): Promise<boolean> {
  const resent = await command`
    update webhook_deliveries
    set status = 'pending', reason = null, finished_at = null, is_resend = true, attempts_before = attempts,
      next_attempt_at = case when claimed_until > at then next_attempt_at else at end
    from (select now() as at) present
    where holder_id = ${holderId} and endpoint_id = ${id} and event_id = ${eventId}`.execute(tx);
  return resent > 0;
}

/** Gives up what waits for an endpoint that takes nothing any more. The endpoint is locked. */
export async function parkPending(tx: Tx, { holderId, id }: EndpointKey, reason: ParkedReason): Promise<void> {
  await command`
    update webhook_deliveries
    set status = 'parked', reason = ${reason}, next_attempt_at = null, claimed_until = null, finished_at = now()
    where holder_id = ${holderId} and endpoint_id = ${id} and status = 'pending'`.execute(tx);
}

/** Queues a test event, due at once. The endpoint is locked and active. */
export async function insertTestDelivery(
  tx: Tx,
  { holderId, id }: EndpointKey,
  event: { id: string; type: string; body: string; host: string },
): Promise<void> {
  await command`
    insert into webhook_deliveries (holder_id, endpoint_id, event_id, event_type, host, body, next_attempt_at)
    values (${holderId}, ${id}, ${event.id}, ${event.type}, ${event.host}, ${event.body}, now())`.execute(tx);
}

const keptDays = 30;

/**
 * Purges finished deliveries past their retention, with their log, and endpoints that were deleted so long ago. Raises
 * the position after which each endpoint must have a delivery of every event.
 * @returns how many deliveries.
 */
export async function purgeDeliveries(tx: Tx, limit: number): Promise<number> {
  const old = await query({ holderId: int8, endpointId: text, eventId: text })`
    select holder_id as "holderId", endpoint_id as "endpointId", event_id as "eventId" from webhook_deliveries
    where created_at < now() - make_interval(days => ${keptDays}) and status <> 'pending'
    limit ${limit}`.execute(tx);
  const purged = await query({ holderId: int8, id: text, position: nullable(int8) })`
    delete from webhook_deliveries d
    using ${unnested('o', old, { holderId: int8, endpointId: text, eventId: text })}
    where d.holder_id = o.holder_id and d.endpoint_id = o.endpoint_id and d.event_id = o.event_id
    returning d.holder_id as "holderId", d.endpoint_id as id, d.position`.execute(tx);
  await command`
    update webhook_endpoints w set since_position = greatest(w.since_position, p.position)
    from (
      select holder_id, id, max(position) as position
      from ${unnested('p', purged, { holderId: int8, id: text, position: int8 })}
      group by holder_id, id) p
    where w.holder_id = p.holder_id and w.id = p.id`.execute(tx);
  return purged.length;
}

/** Purges endpoints that were deleted and have no deliveries left. */
export async function purgeDeletedEndpoints(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('webhookEndpoints')
    .where('deletedAt', 'is not', null)
    .where(condition`not exists (select from webhook_deliveries d
      where d.holder_id = webhook_endpoints.holder_id and d.endpoint_id = webhook_endpoints.id)`)
    .execute();
}
