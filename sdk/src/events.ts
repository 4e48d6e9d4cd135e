/** The log of events, on either interface: read to its end, or followed as it grows. */
import { itemsOf, type Page } from './pages.ts';
import type { QueryOf } from './types.ts';

type Query = QueryOf<'listEvents'>;
type PageAt<Event> = (query: Query) => Promise<Page<Event>>;

/** Where to begin, and which events. */
export type EventsQuery = Omit<Query, 'wait'>;

/** What proxies let pass: many end a request that is silent for half a minute. */
const waitSecondsDefault = 20;
const latest = 'latest';

export function eventsToEnd<Event>(
  pageAt: PageAt<Event>,
  { after, ...query }: EventsQuery,
): AsyncGenerator<Event, void, undefined> {
  return itemsOf<Event>((cursor) => pageAt(placed(query, cursor ?? after)));
}

/** Never ends by itself. Every event comes once: each request goes on where the last one ended. */
export async function* followedEvents<Event>(
  pageAt: PageAt<Event>,
  { after: begin, wait = waitSecondsDefault, ...query }: Query,
): AsyncGenerator<Event, never, undefined> {
  let after = begin;
  for (;;) {
    const { data, next_cursor: next } = await pageAt(placed({ ...query, wait }, after));
    yield* data;
    // No cursor: the log was empty. What happens between two requests is the first event, and not to be skipped.
    after = next ?? (after === latest ? undefined : after);
  }
}

const placed = (query: Query, after: string | undefined): Query => (after === undefined ? query : { ...query, after });
