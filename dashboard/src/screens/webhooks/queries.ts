/** Reading webhook endpoints, and reading them again after a change. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { apiOf, type Book, dataOf, pageOf } from '../../api/client.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';

export const area = 'webhooks';
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

/**
 * When to read deliveries again: as the next attempt of one is made, and soon all the same, because one that is under way
 * names the attempt after it.
 */
export function pollWhenDue(deliveries: readonly WebhookDelivery[]): number | false {
  const waits = deliveries.flatMap(({ next_attempt_at: next }) =>
    next === null ? [] : [Date.parse(next) - Date.now()],
  );
  return waits.length === 0 ? false : Math.max(pollMs, Math.min(waitMaxMs, ...waits));
}

/** Reads an endpoint again once its deliveries show another outcome, so that its facts do not contradict them. */
export function useOutcomes(
  { endpoint_id: id }: WebhookEndpoint,
  deliveries: readonly WebhookDelivery[] | undefined,
): void {
  const queries = useQueryClient();
  const { holderId, mode } = useBook();
  const shown = useRef<string>(undefined);
  const outcomes = deliveries?.map((one) => [one.event_id, one.status, one.attempts].join('/')).join(' ');
  useEffect(() => {
    const before = shown.current;
    shown.current = outcomes;
    if (before === undefined || outcomes === undefined || before === outcomes) return;
    void queries.invalidateQueries({ queryKey: endpointQuery({ holderId, mode }, id).queryKey, exact: true });
  }, [outcomes, queries, holderId, mode, id]);
}

export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const { holderId, mode } = useBook();
  return () => queries.invalidateQueries({ queryKey: keyOf({ holderId, mode }) });
}
