/**
 * The API client, typed by the service's own OpenAPI document. A book is a holder in one mode; its client names both
 * with every request, so that two tabs never disturb each other.
 */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import { learnsTime } from './book-time.ts';
import { onceFor } from './once.ts';
import { type AnsweredError, Problem, unreachable } from './problem.ts';
import { sendWithRemedies } from './remedies.ts';

export type Mode = 'test' | 'live';
export type Book = { holderId: number; mode: Mode };
export type Api = Client<paths>;

const clients = new Map<string, Api>();

/** Without a book: what concerns the person alone. */
export function apiOf(book?: Book): Api {
  const key = book === undefined ? '' : `${book.holderId}/${book.mode}`;
  const known = clients.get(key);
  if (known !== undefined) return known;
  const headers = book === undefined ? {} : namesOf(book);
  const api = createClient<paths>({ baseUrl: location.origin, headers, fetch: sendWithRemedies });
  // Answers pass them in the opposite order: a key is settled, and the time read, before a refusal is thrown.
  api.use(problems, learnsTime(key), onceFor(key));
  clients.set(key, api);
  return api;
}

const namesOf = ({ holderId, mode }: Book) => ({ 'Sluice-Holder': holderId, 'Sluice-Mode': mode });

/** The address of a document of a book, for a link: such a request cannot name its book in headers. */
export function documentOf({ holderId, mode }: Book, path: string, query: Record<string, string> = {}): string {
  const names = { ...query, 'sluice-holder': String(holderId), 'sluice-mode': mode };
  return `/api/v1${path}?${new URLSearchParams(names)}`;
}

/** Turns every refusal into a `Problem`, so that no caller can overlook one. */
const problems: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return undefined;
    const body: { error?: Partial<AnsweredError> } = await response.json().catch(() => ({}));
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    throw new Problem(response.status, body.error ?? {}, retryAfter);
  },
  onError({ error }) {
    if (error instanceof Problem) return error;
    return new Problem(0, { code: unreachable, message: '' });
  },
};

/** The `data` of an answer in the console's envelope. @throws Problem */
export async function dataOf<T>(answer: Promise<{ data?: { data: T } | undefined }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new Problem(0, {});
  return data.data;
}

/** A page of a list, with its cursor. @throws Problem */
export async function pageOf<T>(answer: Promise<{ data?: T | undefined }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new Problem(0, {});
  return data;
}
