/**
 * Gathers what developers look for on the page of an order or a payment: the deliveries of its events, and the requests
 * that changed it or failed at it. Reads only.
 */
import type { Database } from '../../../base/database/pool.ts';
import { timeOfRequestId } from '../../../base/database/request-id.ts';
import type { EventBook } from '../../../core/events/events.repository.ts';
import {
  type ListedRequest,
  listRequestsAt,
  listSuccesses,
} from '../../../features/requests/logged-requests.repository.ts';
import {
  type DeliveryOfEvent,
  listDeliveriesOfEvents,
} from '../../../features/webhooks/deliveries-of-events.repository.ts';
import { presentDelivery } from '../../../features/webhooks/present-webhooks.ts';
import type { PresentedActivity } from './activity-schemas.ts';

export const activityEventsMax = 200;
const failuresMax = 50;

type ObjectEvent = { id: string; type: string; createdAt: Date; requestId: string | null };

/**
 * @param address the part of a path that names the object, such as `/orders/order-1042`.
 * @param seesWebhooks whether the reader may see deliveries.
 */
export async function readActivity(
  db: Database,
  book: EventBook,
  { events, address, seesWebhooks }: { events: readonly ObjectEvent[]; address: string; seesWebhooks: boolean },
): Promise<PresentedActivity> {
  const ids = [...new Set(events.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])))];
  const [deliveries, failures, successes] = await Promise.all([
    seesWebhooks && events.length > 0
      ? listDeliveriesOfEvents(
          db,
          book,
          events.map(({ id }) => id),
        )
      : [],
    listRequestsAt(db, book, 'failed', address, failuresMax),
    listSuccesses(db, book, ids),
  ]);
  const newestFirst = [...events].reverse();
  return {
    events: newestFirst.map((event) => ({
      event_id: event.id,
      type: event.type,
      created_at: event.createdAt.toISOString(),
      request_id: event.requestId,
      deliveries: seesWebhooks ? deliveries.filter(({ eventId }) => eventId === event.id).map(presentDeliveryTo) : null,
    })),
    requests: requestsOf(events, [...failures, ...successes]),
  };
}

const presentDeliveryTo = (delivery: DeliveryOfEvent) => ({
  ...presentDelivery(delivery),
  endpoint: {
    kind: delivery.endpointKind,
    url: delivery.endpointUrl,
    description: delivery.endpointDescription,
    status: delivery.endpointStatus,
  },
});

/** Newest first: ids of requests begin with the time. A request that failed can have had an effect before it did. */
function requestsOf(events: readonly ObjectEvent[], logged: readonly ListedRequest[]): PresentedActivity['requests'] {
  const typesOf = new Map<string, string[]>();
  for (const { requestId, type } of events) {
    if (requestId !== null) typesOf.set(requestId, [...(typesOf.get(requestId) ?? []), type]);
  }
  const known = new Map(logged.map((request) => [request.requestId, request]));
  const ids = [...new Set([...typesOf.keys(), ...known.keys()])].sort().reverse();
  return ids.flatMap((id) => {
    const request = known.get(id);
    const at = request?.at ?? timeOfRequestId(id);
    if (at === undefined) return [];
    return {
      request_id: id,
      at: at.toISOString(),
      ...outcomeOf(request),
      events: typesOf.get(id) ?? [],
    };
  });
}

function outcomeOf(
  request: ListedRequest | undefined,
): Pick<PresentedActivity['requests'][number], 'failure' | 'success'> {
  if (request === undefined) return { failure: null, success: null };
  const { method, path, status, failure } = request;
  return failure === null
    ? { failure: null, success: { method, path, status } }
    : { failure: { method, path, status, code: failure.code }, success: null };
}
