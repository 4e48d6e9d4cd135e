/** Reads the event log of a key pair, waiting for the next event, and goes on where it was. */
import type { ApiCaller } from '../api-caller.ts';

export type Event = { id: string; type: string; created_at: string };

type Page = { events: Event[]; next: string | null };

type Query = { after?: string | undefined; from?: string | undefined; type?: string | undefined; wait: number };

export async function readPage(api: ApiCaller, query: Query, signal: AbortSignal): Promise<Page> {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)]));
  const answer = await api.call('GET', `/events?${text}`, undefined, signal);
  if (api.side === 'company') {
    const { data, next_cursor: next } = answer as { data: Event[]; next_cursor: string | null };
    return { events: data, next };
  }
  const { data } = answer as { data: { events: Event[]; next_cursor: string | null } };
  return { events: data.events, next: data.next_cursor };
}
