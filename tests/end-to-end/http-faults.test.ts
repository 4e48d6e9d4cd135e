/** Faults of ours: 500 and 503 in the envelope of each interface, safe to send again, with nothing of the inside told. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors/app-error.ts';
import { ownRoute } from '../support/own-route.ts';
import { base, createShop, expectError, type Shop, sandbox } from '../worlds/shop.ts';

const lines: string[] = [];
const inside = 'duplicate key value violates unique constraint "secret_table": (jane@example.test)';
const faults: Record<string, () => Error> = {
  broken: () => new Error(inside),
  database: () => Object.assign(new Error(inside), { code: '23505', constraint: 'secret_table', routine: '_bt_check' }),
  busy: () => new AppError('unavailable', { retryAfterSeconds: 7 }),
  lost: () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' }),
  deadlock: () => Object.assign(new Error('deadlock detected'), { code: '40P01' }),
};
const prefixes = [base, sandbox, '/partner/v1', '', `${base}/user`];

let shop: Shop;

beforeAll(async () => {
  shop = await createShop({
    logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
    extend(app) {
      for (const prefix of prefixes) {
        app.get(`${prefix}/fault/:kind/:token`, { schema: ownRoute }, async (request) => {
          throw (faults[(request.params as { kind: string }).kind] as () => Error)();
        });
      }
    },
  });
});
afterAll(() => shop.close());

const ask = (prefix: string, kind: string) => shop.call('GET', `${prefix}/fault/${kind}/pay_hush?q=hush`);

describe.each([
  ['broken', 500, 'internal_error', 'Something went wrong here. It is safe to send this again.', undefined],
  ['database', 500, 'internal_error', 'Something went wrong here. It is safe to send this again.', undefined],
  ['busy', 503, 'unavailable', 'The service is busy. It is safe to send this again.', '7'],
  ['lost', 503, 'unavailable', 'The service is busy. It is safe to send this again.', '1'],
  ['deadlock', 503, 'unavailable', 'The service is busy. It is safe to send this again.', '1'],
])('%s is a %i', (kind, status, code, message, retryAfter) => {
  it.each([base, sandbox])('on interface A (%s)', async (prefix) => {
    const answer = await ask(prefix, kind);
    expectError(answer, status, message);
    expect(answer.headers['retry-after']).toBe(retryAfter);
  });

  it.each(['/partner/v1', ''])('on interface B and elsewhere (%s)', async (prefix) => {
    const answer = await ask(prefix, kind);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect(answer.headers['retry-after']).toBe(retryAfter);
    const request_id = answer.headers['x-request-id'];
    expect(JSON.parse(answer.text)).toEqual({ status: false, error: { code, message, details: [], request_id } });
  });

  it('on the customer’s pages: a page', async () => {
    const answer = await ask(`${base}/user`, kind);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.text).not.toMatch(/secret_table|jane|10\.0\.0\.5/);
  });

  it('is logged with its route and request id, never with its address', async () => {
    lines.length = 0;
    const answer = await ask(base, kind);
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request failed');
    expect(logged).toMatchObject([
      {
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        route: `${base}/fault/:kind/:token`,
        error: { name: code },
      },
    ]);
    expect(lines.join('')).not.toContain('hush');
  });
});

it('a database’s own words, which may quote what was sent, stay out of the log', async () => {
  lines.length = 0;
  await ask('', 'database');
  expect(lines.join('')).toContain('secret_table');
  expect(lines.join('')).not.toContain('jane@example.test');
});

it('a request that succeeds or is refused leaves no line', async () => {
  lines.length = 0;
  await shop.call('GET', '/health/ready');
  await shop.call('POST', `${base}/authentication/token`, { body: { client_id: 'x', secret_id: 'y' } });
  await shop.call('GET', '/partner/v1/orders');
  expect(lines).toEqual([]);
});
