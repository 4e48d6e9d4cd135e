/**
 * Sends requests: with a time-out, and again after a network error, a 429 or a 503. Only requests that may safely be sent
 * twice are repeated: reads, and writes with an idempotency key or a ref of their own.
 */
import { type ErrorDetail, SluiceConnectionError, SluiceError, SluiceTimeoutError } from './errors.ts';

/** Options as they come from the environment: without one of the first three, the client is not made. */
export type ClientOptions = {
  /** The origin of the service, such as `https://pay.example.com`. */
  baseUrl: string | undefined;
  /** The client ID of a key pair: `pk_test_…` or `pk_live_…`. */
  clientId: string | undefined;
  /** Its secret: `sk_test_…` or `sk_live_…`. Keep it on your server. */
  clientSecret: string | undefined;
  /** How long one attempt may take, apart from the `wait` of events; 30 seconds by default. */
  timeoutMs?: number;
  /** How often a request is sent again; 3 by default. */
  retriesMax?: number;
  /** Called with every answer, for logs. */
  onResponse?: (seen: { method: string; path: string; status: number; requestId: string | undefined }) => void;
  /** Instead of the runtime's own. */
  fetch?: typeof globalThis.fetch;
  /** Waits between attempts, in milliseconds; to be replaced in tests. */
  wait?: (ms: number) => Promise<void>;
};

export type CheckedOptions = ClientOptions & { baseUrl: string; clientId: string; clientSecret: string };

/** @throws TypeError that names the option that is missing. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const { baseUrl, clientId, clientSecret } = options;
  return {
    ...options,
    baseUrl: present('baseUrl', baseUrl),
    clientId: present('clientId', clientId),
    clientSecret: present('clientSecret', clientSecret),
  };
}

function present(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new TypeError(`${name} is missing`);
  return value;
}

export type RequestOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  retriesMax?: number;
  /** For a write: repeat the request with the same key and it is done once. By default a new one for each call. */
  idempotencyKey?: string;
};

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the interface's base. */
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** `none`: the request has a ref of its own, or no one may repeat it. */
  idempotency?: 'key' | 'ref' | 'none';
};

type Answer = { status: number; json: unknown; text: string; requestId: string | undefined };

const timeoutMsDefault = 30_000;
export const retriesDefault = 3;
const firstDelayMs = 250;
const delayMsMax = 8_000;
/** A longer `Retry-After` is left to the caller. */
const retryAfterSecondsMax = 60;
const msPerSecond = 1_000;
const tooMany = 429;
const unavailable = 503;

export type Http = (request: Request, options?: RequestOptions) => Promise<Answer>;

export function createHttp(base: string, options: CheckedOptions): Http {
  const origin = options.baseUrl.replace(/\/+$/, '');
  const wait = options.wait ?? pause;

  return async (request, own = {}) => {
    const retriesMax = own.retriesMax ?? options.retriesMax ?? retriesDefault;
    const key = own.idempotencyKey ?? (request.idempotency === 'key' ? crypto.randomUUID() : undefined);
    const isRepeatable = request.method === 'GET' || request.idempotency !== 'none' || key !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retriesMax || !isRepeatable;
      try {
        return await send(request, own, key);
      } catch (error) {
        own.signal?.throwIfAborted();
        const delayMs = isLast ? undefined : delayBefore(attempt, error);
        if (delayMs === undefined) throw error;
        await wait(delayMs);
        own.signal?.throwIfAborted();
      }
    }
  };

  async function send(request: Request, own: RequestOptions, key: string | undefined): Promise<Answer> {
    const { method, path, query, body, headers } = request;
    // An answer that was asked to wait is not late before that.
    const waitMs = typeof query?.wait === 'number' ? query.wait * msPerSecond : 0;
    const timeout = AbortSignal.timeout((own.timeoutMs ?? options.timeoutMs ?? timeoutMsDefault) + waitMs);
    const init: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      // The service never redirects, and edge runtimes do not know `error`: what redirects is refused by its status.
      redirect: 'manual',
      signal: own.signal === undefined ? timeout : AbortSignal.any([own.signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    let response: Response;
    let text: string;
    try {
      response = await (options.fetch ?? fetch)(`${origin}${base}${path}${queryOf(query)}`, init);
      text = await response.text();
    } catch (cause) {
      if (timeout.aborted) throw new SluiceTimeoutError(`${method} ${path} was not answered in time.`, { cause });
      throw new SluiceConnectionError(`${method} ${path} was not answered.`, { cause });
    }
    const requestId = response.headers.get('x-request-id') ?? undefined;
    options.onResponse?.({ method, path, status: response.status, requestId });
    const json = parsed(text);
    if (!response.ok) throw errorOf(response, json, requestId);
    return { status: response.status, json, text, requestId };
  }
}

/** @returns undefined when the request is not sent again. */
function delayBefore(attempt: number, error: unknown): number | undefined {
  if (error instanceof SluiceError) {
    if (error.status !== tooMany && error.status !== unavailable) return undefined;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds !== undefined) {
      return retryAfterSeconds > retryAfterSecondsMax ? undefined : retryAfterSeconds * msPerSecond;
    }
  } else if (!(error instanceof SluiceConnectionError)) return undefined;
  return delayAfter(attempt);
}

function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Refusal = {
  error?: { code?: string; message?: string; details?: ErrorDetail[]; request_id?: string };
  message?: { error?: string[] };
};

/** Reads an error of either interface. A proxy in between may send something else. */
function errorOf({ status, headers }: Response, json: unknown, requestId: string | undefined): SluiceError {
  const { error, message } = (typeof json === 'object' && json !== null ? json : {}) as Refusal;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new SluiceError({
    status,
    code: error?.code ?? `http_${status}`,
    message: error?.message ?? message?.error?.[0] ?? `The request was answered ${status}.`,
    details: error?.details ?? [],
    requestId: requestId ?? error?.request_id,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** A pause before the next attempt, in milliseconds: random, so that clients do not come back all at once. */
export const delayAfter = (attempt: number): number =>
  Math.random() * Math.min(delayMsMax, firstDelayMs * 2 ** attempt);

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A value as one segment of a path. */
export const segment = (value: string | number): string => encodeURIComponent(value);
