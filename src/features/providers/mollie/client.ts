/**
 * Calls Mollie's API (docs.mollie.com/reference). Must never log a request or an answer, and an error must name neither
 * the key nor what Mollie wrote.
 */
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { AppError } from '../../../base/errors/app-error.ts';
import { List } from './shapes.ts';

export type ClientOptions = {
  apiKey: string;
  /** Overrides the address of Mollie's API, for the tests' stand-in. */
  apiBase?: URL;
};

/** A final refusal, 422. `field`: which part of the request caused it, if Mollie says so. */
export class Refused extends Error {
  readonly field: string | undefined;
  constructor(field: string | undefined) {
    super('Mollie refused');
    this.field = field;
  }
}

type Call = { method: 'GET' | 'POST' | 'DELETE'; path: string; key?: string; body?: object };

/** Each throws AppError `unavailable` where the outcome is open, and a write `Refused` where it is final. */
export type MollieClient = {
  get<T extends TSchema>(Shape: T, path: string): Promise<Static<T>>;
  /** @param key Mollie keeps it for an hour. */
  post<T extends TSchema>(Shape: T, path: string, key: string, body: object): Promise<Static<T>>;
  delete<T extends TSchema>(Shape: T, path: string): Promise<Static<T>>;
  /** All items of a list, page by page. @param name of the items in the list. */
  list<T extends TSchema>(Shape: T, path: string, name: string): AsyncGenerator<Static<T>>;
};

const mollieApi = new URL('https://api.mollie.com/v2/');
/** Short enough that all calls of one use end before the guard's time is over. */
const requestTimeoutMs = 20_000;
const pageMax = 250;
const pagesMax = 40;
const fieldPattern = /^[A-Za-z.]{1,40}$/;

export function createMollieClient({ apiKey, apiBase = mollieApi }: ClientOptions): MollieClient {
  async function call<T extends TSchema>(Shape: T, request: Call): Promise<Static<T>> {
    const { status, body } = await sendTwice(apiBase, apiKey, request);
    if (status === 422 && request.method !== 'GET') throw new Refused(fieldOf(body));
    if (status < 200 || status > 299) throw unavailable(request, String(status));
    if (!Check(Shape, body)) throw unavailable(request, 'an answer of another shape');
    return body as Static<T>;
  }

  return {
    get: (Shape, path) => call(Shape, { method: 'GET', path }),
    post: (Shape, path, key, body) => call(Shape, { method: 'POST', path, key, body }),
    delete: (Shape, path) => call(Shape, { method: 'DELETE', path }),
    async *list(Shape, path, name) {
      const query = new URLSearchParams({ limit: String(pageMax) });
      const [bare, own] = path.split('?');
      for (const [key, value] of new URLSearchParams(own)) query.set(key, value);
      for (let page = 0; page < pagesMax; page += 1) {
        const request = { method: 'GET', path: `${bare}?${query}` } as const;
        const { _embedded, _links } = await call(List, request);
        for (const item of _embedded[name] ?? []) {
          if (!Check(Shape, item)) throw unavailable(request, 'an item of another shape');
          yield item as Static<typeof Shape>;
        }
        // Only where the next page begins is taken from its address, so that the key goes nowhere else.
        const from = _links.next && new URL(_links.next.href).searchParams.get('from');
        if (!from) return;
        query.set('from', from);
      }
      throw unavailable({ method: 'GET', path }, 'too many pages');
    },
  };
}

type Answer = { status: number; body: unknown };

/** Once more where no answer came at all, such as from a connection that had ended: its key makes a write safe. */
async function sendTwice(apiBase: URL, apiKey: string, request: Call): Promise<Answer> {
  try {
    return await send(apiBase, apiKey, request).catch((error: unknown) => {
      if ((error as Error).name === 'TimeoutError') throw error;
      return send(apiBase, apiKey, request);
    });
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: unknown } };
    const why = name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? 'not reached');
    throw unavailable(request, String(why));
  }
}

async function send(apiBase: URL, apiKey: string, { method, path, key, body }: Call): Promise<Answer> {
  const answer = await fetch(new URL(path, apiBase), {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/hal+json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await answer.text();
  return { status: answer.status, body: readJson(text) };
}

/** Undefined where it is none, such as a page of a proxy. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(body: unknown): string | undefined {
  const { field } = (body ?? {}) as { field?: unknown };
  return typeof field === 'string' && fieldPattern.test(field) ? field : undefined;
}

const unavailable = ({ method, path }: Call, why: string): AppError =>
  new AppError('unavailable', { cause: new Error(`Mollie: ${method} ${path.split('?')[0]}, ${why}`) });
