/** What is sent again, when, and with which key. */
import { describe, expect, it, vi } from 'vitest';
import { SluiceConnectionError, SluiceError, SluiceTimeoutError } from './errors.ts';
import { type CheckedOptions, createHttp, type Request, type RequestOptions } from './http.ts';
import { createMerchant } from './merchant.ts';

type Step = Error | { status: number; headers?: Record<string, string>; body?: unknown };
type Seen = { url: string; init: RequestInit };

/** A service that answers one step after the other, and what it was sent. */
function script(steps: readonly Step[]) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const options: CheckedOptions = {
    baseUrl: 'https://pay.test/',
    clientId: 'pk_test_1',
    clientSecret: 'sk_test_1',
    async fetch(url, init) {
      const step = steps[Math.min(seen.length, steps.length - 1)] as Step;
      seen.push({ url: String(url), init: init as RequestInit });
      if (step instanceof Error) throw step;
      const headers = { 'x-request-id': `request-${seen.length}`, ...step.headers };
      return new Response(step.body === undefined ? '' : JSON.stringify(step.body), { status: step.status, headers });
    },
    async wait(ms) {
      waits.push(ms);
    },
  };
  return { options, seen, waits };
}

const done = { status: 200, body: { status: true, data: 1 } };
const lost = new TypeError('fetch failed');
const refused = (status: number, code: string, headers = {}) => ({
  status,
  headers,
  body: { status: false, error: { code, message: 'No', details: [{ field: 'a', message: 'b' }], request_id: 'r' } },
});
const send = (steps: readonly Step[], request: Partial<Request> = {}, own?: RequestOptions) => {
  const played = script(steps);
  const http = createHttp('/partner/v1', played.options);
  return { ...played, answer: http({ method: 'GET', path: '/wallets', ...request }, own) };
};
const keysOf = (seen: readonly Seen[]) => seen.map(({ init }) => new Headers(init.headers).get('idempotency-key'));

describe('a request is sent again', () => {
  it.each<[string, Step]>([
    ['after a network error', lost],
    ['after a 429', refused(429, 'rate_limited')],
    ['after a 503', refused(503, 'unavailable')],
  ])('%s', async (_, step) => {
    const { answer, seen, waits } = send([step, step, done]);
    expect((await answer).json).toEqual(done.body);
    expect(seen).toHaveLength(3);
    expect(waits[0]).toBeLessThanOrEqual(250);
    expect(waits[1]).toBeLessThanOrEqual(500);
  });

  it('after the seconds that the service asks for', async () => {
    const { answer, waits } = send([refused(429, 'rate_limited', { 'retry-after': '7' }), done]);
    await answer;
    expect(waits).toEqual([7_000]);
  });

  it('with the same key, which is new for each call and can be given', async () => {
    const write = { method: 'POST', idempotency: 'key', body: {} } as const;
    const { answer, seen } = send([lost, done], write);
    await answer;
    const [first, second] = keysOf(seen);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    const other = send([done], write);
    await other.answer;
    expect(keysOf(other.seen)).not.toEqual([first]);
    const given = send([lost, done], write, { idempotencyKey: 'top-up-7' });
    await given.answer;
    expect(keysOf(given.seen)).toEqual(['top-up-7', 'top-up-7']);
  });

  it('without a key where the request has a ref of its own', async () => {
    const { answer, seen } = send([lost, done], { method: 'POST', idempotency: 'ref', body: {} });
    await answer;
    expect(keysOf(seen)).toEqual([null, null]);
  });
});

describe('a request is not sent again', () => {
  it.each<[string, Step]>([
    ['after a refusal', refused(422, 'validation_failed')],
    ['after a 500, which may be a fault that stays', refused(500, 'internal_error')],
    ['when it would have to wait for more than a minute', refused(429, 'rate_limited', { 'retry-after': '61' })],
  ])('%s', async (_, step) => {
    const { answer, seen } = send([step, done]);
    await expect(answer).rejects.toBeInstanceOf(SluiceError);
    expect(seen).toHaveLength(1);
  });

  it('after the last attempt, or when repeating it could do it twice', async () => {
    const often = send([lost]);
    await expect(often.answer).rejects.toBeInstanceOf(SluiceConnectionError);
    expect(often.seen).toHaveLength(4);
    const once = send([lost], { method: 'POST', idempotency: 'none' });
    await expect(once.answer).rejects.toBeInstanceOf(SluiceConnectionError);
    expect(once.seen).toHaveLength(1);
    const never = send([lost], {}, { retriesMax: 0 });
    await expect(never.answer).rejects.toBeInstanceOf(SluiceConnectionError);
    expect(never.seen).toHaveLength(1);
  });

  it('once its signal has been aborted', async () => {
    const stop = new AbortController();
    const { options, seen } = script([lost]);
    options.wait = async () => stop.abort(new Error('enough'));
    const answer = createHttp('/partner/v1', options)({ method: 'GET', path: '/' }, { signal: stop.signal });
    await expect(answer).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});

describe('an error', () => {
  it('has code, status, details and request ID', async () => {
    const { answer } = send([refused(422, 'unknown_beneficiary')]);
    await expect(answer).rejects.toMatchObject({
      name: 'SluiceError',
      code: 'unknown_beneficiary',
      status: 422,
      message: 'No',
      details: [{ field: 'a', message: 'b' }],
      requestId: 'request-1',
    });
  });

  it('of interface A has its message; of a proxy in between, the status', async () => {
    const merchant = { status: 400, body: { message: { code: 400, error: ['Invalid secret ID'] }, data: [] } };
    await expect(send([merchant]).answer).rejects.toMatchObject({ code: 'http_400', message: 'Invalid secret ID' });
    await expect(send([{ status: 502 }]).answer).rejects.toMatchObject({ code: 'http_502', status: 502 });
  });

  it('is what something in between redirects with: keys are sent to no other address', async () => {
    const { answer, seen } = send([{ status: 302, headers: { location: 'https://elsewhere.test/' } }]);
    await expect(answer).rejects.toMatchObject({ code: 'http_302', status: 302 });
    expect(seen.map(({ init }) => init.redirect)).toEqual(['manual']);
  });

  it('of an answer that does not come in time is told from one that cannot come', async () => {
    const { options } = script([done]);
    options.fetch = (_, init) =>
      new Promise((_done, failed) => init?.signal?.addEventListener('abort', () => failed(init.signal?.reason)));
    const answer = createHttp('/', options)({ method: 'GET', path: '' }, { timeoutMs: 1, retriesMax: 0 });
    await expect(answer).rejects.toBeInstanceOf(SluiceTimeoutError);
  });

  it('that was asked to wait is not late before that', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    await send([done], { query: { wait: 20 } }, { timeoutMs: 5_000 }).answer;
    await send([done], { query: { limit: 2 } }, { timeoutMs: 5_000 }).answer;
    expect(timeouts.mock.calls).toEqual([[25_000], [5_000]]);
    timeouts.mockRestore();
  });
});

describe('an access token', () => {
  const token = (name: string, seconds = 600) => ({
    status: 200,
    body: { data: { access_token: name, expire_time: seconds } },
  });
  const paid = { status: 200, body: { data: { paid: true } } };
  const bearers = (seen: readonly Seen[]) =>
    seen.map(({ init, url }) => new Headers(init.headers).get('authorization') ?? new URL(url).pathname);

  it('is requested once for calls that begin together, and kept', async () => {
    const { options, seen } = script([token('one'), paid]);
    const shop = createMerchant(options);
    await Promise.all([shop.payments.get('a'), shop.payments.get('b')]);
    await shop.payments.get('c');
    expect(bearers(seen)).toEqual(['/pay/api/v1/authentication/token', 'Bearer one', 'Bearer one', 'Bearer one']);
  });

  it('is renewed before it expires', async () => {
    const { options, seen } = script([token('one', 30), paid, token('two'), paid]);
    const shop = createMerchant(options);
    await shop.payments.get('a');
    await shop.payments.get('b');
    expect(bearers(seen).filter((one) => one.startsWith('Bearer'))).toEqual(['Bearer one', 'Bearer two']);
  });

  it.each([
    [401, 'Unauthorized'],
    [403, 'Request token is expired'],
    [403, 'Requested with invalid token!'],
  ])('is renewed once when it is refused with %i, %s', async (status, message) => {
    const refusal = { status, body: { message: { code: status, error: [message] } } };
    const { options, seen } = script([token('one'), refusal, token('two'), paid]);
    expect(await createMerchant(options).payments.get('a')).toEqual({ paid: true });
    expect(bearers(seen).at(-1)).toBe('Bearer two');
    const never = script([token('one'), refusal, token('two'), refusal]);
    await expect(createMerchant(never.options).payments.get('a')).rejects.toMatchObject({ status });
    expect(never.seen).toHaveLength(4);
  });

  it('is not renewed for another refusal', async () => {
    const refusal = { status: 403, body: { message: { code: 403, error: ['This key is not allowed to do this.'] } } };
    const { options, seen } = script([token('one'), refusal]);
    await expect(createMerchant(options).payments.get('a')).rejects.toMatchObject({ status: 403 });
    expect(seen).toHaveLength(2);
  });
});
