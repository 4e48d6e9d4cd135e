/** SQL that finds where events were delivered to, whichever endpoint took them. Reads only. */
import { int4, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { EventBook } from '../../core/events/events.repository.ts';
import { deliveryStatuses, endpointKinds, endpointStatuses, parkedReasons } from './endpoint.ts';

const columns = {
  endpointId: text,
  eventId: text,
  eventType: text,
  url: nullable(text),
  status: oneOf(...deliveryStatuses),
  reason: nullable(oneOf(...parkedReasons)),
  attempts: int4,
  nextAttemptAt: nullable(timestamptz),
  createdAt: timestamptz,
  finishedAt: nullable(timestamptz),
  endpointKind: oneOf(...endpointKinds),
  endpointUrl: nullable(text),
  endpointDescription: text,
  endpointStatus: oneOf(...endpointStatuses),
};

export type DeliveryOfEvent = RowOf<typeof columns>;

/**
 * The deliveries of these events to endpoints that still exist. A book has few endpoints: each event is found at each by the
 * primary key, so that no index by event is needed.
 */
export const listDeliveriesOfEvents = (
  db: Database,
  { holderId, mode }: EventBook,
  eventIds: readonly string[],
): Promise<DeliveryOfEvent[]> =>
  query(columns)`
    select d.endpoint_id as "endpointId", d.event_id as "eventId", d.event_type as "eventType", d.url, d.status, d.reason,
      d.attempts, d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt", d.finished_at as "finishedAt",
      w.kind as "endpointKind", w.url as "endpointUrl", w.description as "endpointDescription",
      w.status as "endpointStatus"
    from webhook_endpoints w
    cross join unnest(${eventIds}::text[]) as e (id)
    join webhook_deliveries d on d.holder_id = w.holder_id and d.endpoint_id = w.id and d.event_id = e.id
    where w.holder_id = ${holderId} and w.mode = ${mode} and w.deleted_at is null
    order by d.event_id, w.created_at, w.id`.execute(db);
