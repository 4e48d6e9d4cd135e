/**
 * Gathers what developers look for on the page of an order or a payment: the deliveries of its events, and the requests
 * that changed it or failed at it. Reads only.
 */
import type { Database } from '../../../base/database/pool.ts';
import { timeOfRequestId } from '../../../base/database/request-id.ts';
import type { EventBook } from '../../../core/events/events.repository.ts';
import { type ListedFailure, listFailuresAt } from '../../../features/requests/failed-requests.repository.ts';
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
  const [deliveries, failures] = await Promise.all([
    seesWebhooks && events.length > 0
      ? listDeliveriesOfEvents(
          db,
          book,
          events.map(({ id }) => id),
        )
      : [],
    listFailuresAt(db, book, address, failuresMax),
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
    requests: requestsOf(events, failures),
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
function requestsOf(events: readonly ObjectEvent[], failures: readonly ListedFailure[]): PresentedActivity['requests'] {
  const typesOf = new Map<string, string[]>();
  for (const { requestId, type } of events) {
    if (requestId !== null) typesOf.set(requestId, [...(typesOf.get(requestId) ?? []), type]);
  }
  const failed = new Map(failures.map((failure) => [failure.requestId, failure]));
  const ids = [...new Set([...typesOf.keys(), ...failed.keys()])].sort().reverse();
  return ids.flatMap((id) => {
    const failure = failed.get(id);
    const at = failure?.at ?? timeOfRequestId(id);
    if (at === undefined) return [];
    return {
      request_id: id,
      at: at.toISOString(),
      failure: failure === undefined ? null : presentFailure(failure),
      events: typesOf.get(id) ?? [],
    };
  });
}

const presentFailure = ({ method, path, status, code }: ListedFailure) => ({ method, path, status, code });
