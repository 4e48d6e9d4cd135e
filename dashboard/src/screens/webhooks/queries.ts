/** Reading webhook endpoints, and reading them again after a change. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { apiOf, type Book, dataOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import type { Delivery } from './types.ts';

const area = 'webhooks';
/** How soon the result of an attempt shows, and what it changed of the endpoint. */
const pollMs = 2_000;
const waitMaxMs = 5_000;
const endpointPollMs = 10_000;

const keyOf = ({ holderId, mode }: Book) => [area, holderId, mode] as const;

export const endpointsQuery = (book: Book) =>
  queryOptions({
    queryKey: [...keyOf(book), 'all'],
    queryFn: () => pageOf(apiOf(book).GET('/api/v1/webhook-endpoints')),
  });

export const endpointQuery = (book: Book, id: string) =>
  queryOptions({
    queryKey: [...keyOf(book), id],
    queryFn: () => dataOf(apiOf(book).GET('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.pending > 0 ? endpointPollMs : false),
  });

export const deliveryQuery = (book: Book, id: string, eventId: string) =>
  queryOptions({
    queryKey: [...keyOf(book), id, 'deliveries', eventId],
    queryFn: () =>
      dataOf(
        apiOf(book).GET('/api/v1/webhook-endpoints/{id}/deliveries/{event_id}', {
          params: { path: { id, event_id: eventId } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => pollWhenDue(data === undefined ? [] : [data]),
  });

export const deliveriesKey = (book: Book, id: string, asked: object) =>
  [...keyOf(book), id, 'deliveries', asked] as const;

/**
 * When to read deliveries again: as the next attempt of one is made, and soon all the same, because one that is under way
 * names the attempt after it.
 */
export function pollWhenDue(deliveries: readonly Delivery[]): number | false {
  const waits = deliveries.flatMap(({ next_attempt_at: next }) =>
    next === null ? [] : [Date.parse(next) - Date.now()],
  );
  return waits.length === 0 ? false : Math.max(pollMs, Math.min(waitMaxMs, ...waits));
}

export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const { holderId, mode } = useBook();
  return () => queries.invalidateQueries({ queryKey: keyOf({ holderId, mode }) });
}
