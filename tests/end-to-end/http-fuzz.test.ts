/**
 * Thousands of odd requests to every route, the same each time: never a 5xx, always the envelope of the interface that
 * was asked, always JSON (pages on the customer's addresses).
 */
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleBasePath } from '../../src/api/console/interface.ts';
import { interfacesWith } from '../../src/api/interfaces.ts';
import { merchantInterface } from '../../src/api/merchant/interface.ts';
import { partnerInterface } from '../../src/api/partner/interface.ts';
import { createInterfaceOf, type Interface } from '../../src/core/http/interface.ts';
import { base, createShop, dataOf, keysOf, payment, type Shop, sandbox } from '../fixtures/shop.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { plainWording } from '../support/plain-wording.ts';

const seed = 20_260_101;
const runs = 8_000;
const interfaceOf = createInterfaceOf(interfacesWith(plainWording));
const checkoutInterface = interfaceOf('/pay/api/v1/user');

let shop: Shop;
/** Every path of the server, with its parameters in braces. */
let paths: string[];
/** Texts that mean something here: ids, tokens, keys. */
const known: string[] = [];
const callers: Record<'merchant' | 'partner', Record<string, string>> = { merchant: {}, partner: {} };
const soundBodies: Record<string, unknown>[] = [];

beforeAll(async () => {
  shop = await createShop();
  await shop.app.ready();
  const form = '/user/authentication/form/{token}';
  const hidden = [base, sandbox].flatMap((prefix) =>
    ['', '/pay', '/cancel', '/sign-in', '/sign-out', '/result'].map((end) => `${prefix}${form}${end}`),
  );
  const described = Object.keys((shop.app as unknown as { swagger(): { paths: object } }).swagger().paths);
  paths = [...described, ...hidden, '/health/live', '/health/ready', '/openapi.json', '/'];

  const merchant = await shop.addMerchant();
  const accessToken = await shop.token(merchant.test);
  const created = dataOf(await shop.create(accessToken, payment));
  const companyId = await makeCompany(shop.db);
  const link = await makeLink(shop.db, companyId, 'merchant');
  const pair = await makeKey(shop.db, companyId);
  // The order's ref more than once: what it may not do a second time is a 409.
  const refs = ['known-ref', 'known-ref', 'known-ref', 'paid-ref', 'paid-ref', 'paid-ref'];
  known.push(String(created.token), String(link), ...refs, '1', merchant.test.clientId);
  callers.merchant = { authorization: `Bearer ${accessToken}` };
  callers.partner = { 'x-client-id': pair.clientId, 'x-client-secret': pair.clientSecret };
  const shadow = { partner_order_ref: 'paid-ref', payment_source: 'cod', total_amount: 10, currency: 'USD' };
  const splits = [{ beneficiary_type: 'merchant', amount: 10 }];
  await callPartner('/orders', { ...shadow, splits, is_shadow: true, shadow_merchant_ref: 'known-ref' });
  // What has happened once is a 409 the second time.
  await callPartner('/orders/paid-ref/confirm-payment', {});
  soundBodies.push(
    { payment_ref: 'known-ref', orders: [{ partner_order_ref: 'paid-ref', amount: 0.01 }] },
    { shadow_merchant_ref: 'known-ref', partner_order_refs: ['paid-ref'] },
    { beneficiary_ref: Number(link), claim_ref: 'known-ref', partner_order_refs: ['paid-ref'] },
    keysOf(merchant.test),
    { ...keysOf(merchant.test), token: created.token },
    payment,
    {
      partner_order_ref: 'known-ref',
      payment_source: 'cod',
      total_amount: 10,
      currency: 'USD',
      splits: [{ beneficiary_type: 'merchant', beneficiary_ref: Number(link), amount: 10 }],
    },
    { amount: 5, currency: 'USD' },
    { dry_run: true },
    { advance_seconds: 60 },
    { time_zone: 'Europe/Athens', paused: false, schedule: { every: 'week', days: ['monday'], time: '06:00' } },
  );
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

async function callPartner(path: string, body: object): Promise<void> {
  const url = `/partner/v1${path}`;
  const answer = await shop.app.inject({ method: 'POST', url, headers: callers.partner, payload: body });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
}

const methods = [
  'GET',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
];

/** Odd text as it may stand in a path or a query: escaped, or raw where HTTP allows it. */
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%00',
    '%zz',
    '%',
    '..',
    '.',
    '%2f',
    '%2F..',
    "'",
    '"',
    '\\',
    ';',
    ':',
    '*',
    '%F0%9F%92%A9',
    '-1',
    '0',
    '1e9',
  ),
  fc.string({ minLength: 200, maxLength: 300, unit: fc.constantFrom('a', '9') }),
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1e300,
    1e-7,
    true,
    [],
    {},
    '\u0000',
    '\uD800',
    '__proto__',
    'x'.repeat(3_000),
  ),
  fc.constantFrom<unknown>(
    9_007_199_254_740_993n.toString(),
    '0.1',
    '10.005',
    10.005,
    'USD',
    'usd',
    '2026-02-30',
    [null],
    [[]],
  ),
);
const header = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09 -_=/+;,."%{}'), maxLength: 40 }),
  fc.constantFrom(
    '',
    'Bearer',
    'Bearer x',
    'bearer  a.b.c.d.e',
    'x'.repeat(300),
    '\u00e9',
    'null',
    '*/*',
    'text/plain',
  ),
);
const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=x',
      'text/plain',
      'application/x-www-form-urlencoded',
      ';',
      '',
    ),
  },
  { weight: 1, arbitrary: header },
);
const headerName = fc.constantFrom(
  'authorization',
  'x-client-id',
  'x-client-secret',
  'idempotency-key',
  'accept',
  'accept-encoding',
  'cookie',
  'origin',
  'expect',
  'if-none-match',
  'range',
  'content-encoding',
  'x-forwarded-for',
  'x-request-id',
);

type Sent = { method: string; url: string; headers: Record<string, string>; payload?: string };

/** Without a session the console refuses everything: most requests go where something happens. */
function patterns(): fc.Arbitrary<string> {
  const isConsole = (path: string) => path.startsWith(consoleBasePath);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...paths.filter(isConsole)) },
    { weight: 3, arbitrary: fc.constantFrom(...paths.filter((path) => !isConsole(path))) },
  );
}

function requests(): fc.Arbitrary<Sent> {
  const path = fc
    .tuple(
      patterns(),
      fc.array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: odd }), {
        minLength: 3,
        maxLength: 3,
      }),
    )
    .map(([pattern, parts]) => pattern.replace(/\{\w+\}/g, () => parts.pop() ?? 'x'));
  const tail = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: odd.map((text) => `/${text}`) },
  );
  const query = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc
      .array(
        fc.tuple(fc.constantFrom('limit', 'cursor', 'from', 'to', 'is_shadow', 'partner_order_ref', 'x', 'x[]'), odd),
        { maxLength: 4 },
      )
      .map((pairs) => `?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`),
  );
  const body = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...soundBodies).map((sound) => JSON.stringify(sound)) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(...soundBodies)
        .chain((sound) =>
          fc
            .tuple(fc.constantFrom(...Object.keys(sound)), value)
            .map(([field, bad]) => JSON.stringify({ ...sound, [field]: bad })),
        ),
    },
    { weight: 1, arbitrary: value.map((any) => JSON.stringify(any)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 50, unit: 'binary' }) },
  );
  return fc
    .record({
      method: fc.constantFrom(...methods),
      url: fc.tuple(path, tail, query).map((parts) => parts.join('')),
      caller: fc.constantFrom('right', 'right', 'right', 'none', 'wrong'),
      type: contentType,
      more: fc.dictionary(headerName, header, { maxKeys: 3 }),
      body: fc.option(body, { nil: undefined }),
    })
    .map(({ method, url, caller, type, more, body: payload }) => {
      const right = url.startsWith('/partner') ? 'partner' : 'merchant';
      const other = right === 'partner' ? 'merchant' : 'partner';
      const headers = { ...more, ...(caller === 'none' ? {} : callers[caller === 'right' ? right : other]) };
      if (payload === undefined) return { method, url, headers };
      return { method, url, headers: { 'content-type': type, ...headers }, payload };
    });
}

/** What is no envelope once it is found: statements to keep or print. Their errors are as everywhere. */
const documents = /^\/partner\/v1\/(settlements\/[^/?]*\/statement|statements\/[^/?]*)\.(csv|html)\/?(\?|$)/;

it('any request is answered by the rules, whatever it is made of', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requests(), async (sent) => {
      const answer = await shop.app.inject(sent as InjectOptions);
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      expect(answer.statusCode, answer.payload).toBeLessThan(500);
      const type = String(answer.headers['content-type']);
      if (sent.method === 'HEAD') expect(answer.payload).toBe('');
      else if (answer.statusCode === 200 && documents.test(sent.url)) expect(type).toMatch(/^text\/(csv|html); /);
      else judge(interfaceOf(sent.url), answer.statusCode, type, answer.payload);
    }),
    { seed, numRuns: runs, endOnFailure: true },
  );
  // Not all of them were refused at the door.
  for (const status of [200, 201, 303, 400, 403, 404, 405, 409, 415, 422]) {
    expect(statuses.get(status) ?? 0, `answers of ${status} among ${JSON.stringify([...statuses])}`).toBeGreaterThan(0);
  }
  expect(statuses.get(200)).toBeGreaterThan(50);
});

function judge(asked: Interface, status: number, type: string, text: string): void {
  if (asked === checkoutInterface) {
    if (status !== 303) expect(type).toBe('text/html; charset=utf-8');
    return;
  }
  // A report to download.
  if (asked === partnerInterface && status === 200 && type.startsWith('text/csv; charset=utf-8')) return;
  expect(type).toMatch(/^application\/json; charset=utf-8$/);
  const body = JSON.parse(text);
  if (asked === merchantInterface) {
    expect(Object.keys(body)).toEqual(['message', 'data', 'type']);
    expect(body.message.code).toBe(status);
    if (status === 200) expect(body).toMatchObject({ type: 'success', message: { success: [expect.any(String)] } });
    else {
      expect(body).toMatchObject({
        type: 'error',
        data: [],
        message: { error: [expect.stringMatching(/^[ -~]{1,58}$/)] },
      });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120);
    }
  } else if (status >= 400) {
    expect(body).toMatchObject({ status: false, error: { code: expect.any(String), request_id: expect.any(String) } });
    expect(body.error.details.length).toBeLessThanOrEqual(100);
  } else if (asked === partnerInterface) {
    expect(body).toMatchObject({ status: true, data: expect.anything() });
  }
}
