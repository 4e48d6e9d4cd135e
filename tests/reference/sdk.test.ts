/**
 * The client library against the real service: every operation of interfaces A and B, its README, and its package as it
 * is installed.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMerchant } from '../../sdk/src/merchant.ts';
import { createPartner } from '../../sdk/src/partner.ts';
import { type Clients, methods } from '../kits/typescript.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';
import { isOfMerchants, isOfPartners, operationsOf } from './calls.ts';
import {
  createReferenceWorld,
  type Keys,
  playMerchant,
  playPartner,
  type ReferenceWorld,
  type Sent,
} from './scenario.ts';

const run = promisify(execFile);
const library = fileURLToPath(new URL('../../sdk', import.meta.url));

let server: TestServer;
let baseUrl: string;
let world: ReferenceWorld;

beforeAll(async () => {
  server = await createTestServer({ clock: createTestClock() });
  baseUrl = await server.listen();
  world = await createReferenceWorld(server);
});
afterAll(() => server.close());

const partnerOf = ({ clientId, clientSecret }: Keys) => createPartner({ baseUrl, clientId, clientSecret });

it('drives every operation of interfaces A and B', async () => {
  const operations = (await operationsOf(server.app)).filter((one) => isOfMerchants(one) || isOfPartners(one));
  expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(methods).sort());
  const shop = createMerchant({ baseUrl, ...world.shopKeys });
  const clients = { test: partnerOf(world.companyKeys), live: partnerOf(world.companyLiveKeys) };
  const driven = new Set<string>();
  const seen: string[] = [];
  server.app.server.on('request', ({ method, url }) => seen.push(`${method} ${url?.split('?')[0]}`));
  const call = async (id: string, { path = {}, query = {}, body, live }: Sent = {}) => {
    driven.add(id);
    const { method, path: template } = operations.find((one) => one.id === id) ?? { method: '', path: '' };
    const before = seen.length;
    const answer = await methods[id]?.(
      { shop, partner: live === true ? clients.live : clients.test },
      { p: path, q: query, b: body },
    );
    const address = new RegExp(`^${method} ${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    // A call may have requested an access token before.
    if (id !== 'createAccessToken') expect(seen.slice(before).filter((one) => address.test(one))).toHaveLength(1);
    // Nothing is left of what was deleted.
    if (method === 'DELETE') expect(answer).toBeNull();
    else expect(answer).toBeTruthy();
    return answer;
  };
  await playMerchant(call, world);
  await playPartner(call, world);
  expect([...driven].sort()).toEqual(Object.keys(methods).sort());
  await expectBooksToHold(server.db);
});

it('does a write once whose first answer is lost', async () => {
  const losing = () => {
    const keys: (string | null)[] = [];
    const lossy: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (init?.method === 'GET' || String(url).endsWith('/authentication/token')) return answer;
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      if (keys.length === 1) throw new TypeError('fetch failed');
      return answer;
    };
    return { keys, fetch: lossy, wait: async () => {} };
  };
  const counted = async (table: string): Promise<number> => {
    const { rows } = await server.database.owner.query(`select count(*)::int as count from ${table}`);
    return rows[0].count;
  };
  for (const [table, write] of [
    ['top_ups', ({ partner }) => partner.wallets.topUp({ amount: 1, currency: 'EUR' })],
    ['webhook_endpoints', ({ partner }) => partner.webhooks.create({ url: 'https://platform.example/once' })],
    [
      'payments',
      ({ shop }) => shop.payments.create({ amount: '1.00', currency: 'EUR', return_url: 'https://a.example' }),
    ],
  ] as [string, (clients: Clients) => Promise<unknown>][]) {
    const { keys, ...lost } = losing();
    const before = await counted(table);
    const partner = createPartner({ baseUrl, ...world.companyKeys, ...lost });
    expect(await write({ partner, shop: createMerchant({ baseUrl, ...world.shopKeys, ...lost }) })).toBeTruthy();
    expect(await counted(table)).toBe(before + 1);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  }
  await expectBooksToHold(server.db);
});

it('reads lists and events to their ends', async () => {
  const partner = partnerOf(world.companyKeys);
  const shop = createMerchant({ baseUrl, ...world.shopKeys });
  const refs: string[] = [];
  for await (const order of partner.orders.all({ limit: 2 })) refs.push(order.partner_order_ref);
  expect(refs).toHaveLength(new Set(refs).size);
  expect(refs).toContain('order-1042');
  expect(refs.length).toBe((await partner.orders.list({ limit: 100 })).data.length);
  const events: string[] = [];
  for await (const event of partner.events.all({ limit: 3 })) events.push(event.id);
  expect(events).toEqual((await partner.events.list({ limit: 200 })).data.map((event) => event.id));
  const after = events[4] as string;
  const later: string[] = [];
  for await (const event of partner.events.all({ after, limit: 7 })) later.push(event.id);
  expect(later).toEqual(events.slice(5));
  const paid: string[] = [];
  for await (const event of shop.events.all({ limit: 1 })) paid.push(event.type);
  expect(paid.slice(0, 2)).toEqual(['payment.created', 'payment.paid']);
  const endpoint = await partner.webhooks.create({ url: 'https://platform.example/hooks' });
  const tests: string[] = [];
  for (const _ of [1, 2, 3]) tests.push((await partner.webhooks.sendTest(endpoint.endpoint_id)).event_id);
  const deliveries: string[] = [];
  for await (const one of partner.webhooks.allDeliveries(endpoint.endpoint_id, { limit: 2 })) {
    deliveries.push(one.event_id);
  }
  expect(deliveries.sort()).toEqual(tests.sort());
});

it('follows the events as they happen', async () => {
  const partner = partnerOf(world.companyKeys);
  const past = (await partner.events.list({ limit: 200 })).data.map((event) => event.id);
  const followed = partner.events.follow({ after: past.at(-3) as string, limit: 1 });
  for (const id of past.slice(-2)) expect((await followed.next()).value.id).toBe(id);
  const coming = followed.next();
  await partner.orders.create({
    ...{ partner_order_ref: 'order-followed', payment_source: 'card', total_amount: 5, currency: 'EUR' },
    splits: [{ beneficiary_type: 'partner', amount: 5 }],
  });
  await world.positionEvents();
  expect((await coming).value).toMatchObject({ type: 'order.created', data: { partner_order_ref: 'order-followed' } });
  await partner.orders.cancel('order-followed');

  const shop = createMerchant({ baseUrl, ...world.shopKeys });
  for await (const { type } of shop.events.follow({ type: 'payment.paid' })) {
    expect(type).toBe('payment.paid');
    break;
  }
  await expectBooksToHold(server.db);
});

it('packs, installs without a network, and does what its README shows', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-sdk-'));
  try {
    // A copy, so that nothing is built into the sources.
    const copy = join(directory, 'sdk');
    await cp(library, copy, { recursive: true, filter: (name) => !/\/(dist|node_modules|php|python)$/.test(name) });
    const tools = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
    await run('npm', ['run', 'build'], { cwd: copy, env: { ...process.env, PATH: `${tools}:${process.env.PATH}` } });
    const npm = { cwd: directory, env: { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' } };
    await run('npm', ['pack', '--ignore-scripts', copy], npm);
    const [tarball] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
    await writeFile(join(directory, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
    await run('npm', ['install', '--no-fund', '--loglevel=error', `./${tarball}`], npm);
    const packed = await readdir(join(directory, 'node_modules/@sluice/sdk'), { recursive: true });
    expect(packed).toContain('dist/index.d.ts');
    expect(packed.filter((name) => /^(src|php|python)/.test(name))).toEqual([]);
    // TypeScript 5 with `module: commonjs` reads these, and not the exports.
    const { main, types } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
    for (const file of [main, types]) expect(packed).toContain(file.replace('./', ''));
    const readme = await readFile(join(library, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code as string);
    expect(blocks).toHaveLength(6);
    await compileAll(directory, join(tools, 'tsc'), blocks);
    const required = await run(process.execPath, ['--print', 'Object.keys(require("@sluice/sdk")).sort().join()'], npm);
    const imported = await import(join(directory, 'node_modules/@sluice/sdk/dist/index.js'));
    expect(required.stdout.trim()).toBe(Object.keys(imported).sort().join());
    const printed = await Promise.all(
      blocks.map(async (code, n) => {
        const file = join(directory, `block-${n}.ts`);
        await writeFile(file, code);
        return (await run(process.execPath, [file], { env: { ...process.env, ...settings() } })).stdout.trim();
      }),
    );
    expect(printed[0]).toMatch(/^Send the customer to http:.*\/pay_\w+\ncreated false$/);
    expect(printed[1]).toMatch(/^\d+ unsettled\n1 orders settled\norder-7 25\n/);
    expect(printed[2]).toMatch(/^GET \/orders\/no-such-order 404 [0-9a-f-]{36}\nnot_found 404 [0-9a-f-]{36} \[\]$/);
    expect(printed[3]).toMatch(/^whe_\w+ signs with whsec_…\nevt_\w+ order-\d+$/);
    expect(printed[4]).toBe('order-1042 is settled\n204');
    expect(printed[5]).toBe('basket-7 is paid: 24.90\n204');
    await expectBooksToHold(server.db);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

/** In a strict project of each kind: as ES modules, as CommonJS, and as a bundler finds the types. */
async function compileAll(directory: string, compiler: string, blocks: readonly string[]): Promise<void> {
  const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const known = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable', '--typeRoots', types];
  const kinds = [
    { kind: 'mts', module: ['--module', 'node16', '--moduleResolution', 'node16'] },
    { kind: 'cts', module: ['--module', 'node16', '--moduleResolution', 'node16'] },
    { kind: 'ts', module: ['--module', 'esnext', '--moduleResolution', 'bundler'] },
  ];
  for (const { kind, module } of kinds) {
    const files = await Promise.all(
      [...blocks, untyped].map(async (code, n) => {
        const file = join(directory, `strict-${n}.${kind}`);
        await writeFile(file, kind === 'cts' ? inFunction(code) : code);
        return file;
      }),
    );
    const compiled = run(compiler, [...strict, ...known, '--types', 'node', ...module, ...files], { cwd: directory });
    await compiled.catch(({ stdout }: { stdout: string }) => expect.fail(`${kind}: ${stdout}`));
  }
}

/** Compiles only where the types are found: `any` would let it pass. */
const untyped = `import { createPartner } from '@sluice/sdk';
// @ts-expect-error
createPartner({ baseUrl: 1, clientId: '', clientSecret: '' });`;

/** CommonJS has no await outside a function. */
function inFunction(code: string): string {
  const imports = code.match(/^import .*$/gm)?.join('\n') ?? '';
  return `${imports}\nexport async function example() {\n${code.replaceAll(/^import .*$/gm, '')}\n}`;
}

it('is published by nobody by accident, and its README installs nothing of that name from a registry', async () => {
  expect(JSON.parse(await readFile(join(library, 'package.json'), 'utf8'))).toMatchObject({ private: true });
  expect(await readFile(join(library, 'README.md'), 'utf8')).not.toMatch(/npm (install|i|add) @sluice/);
});

it('is not made without what it needs from the environment', () => {
  const whole = { baseUrl, ...world.companyKeys };
  for (const name of ['baseUrl', 'clientId', 'clientSecret']) {
    for (const value of [undefined, '']) {
      const options = { ...whole, [name]: value };
      for (const create of [createPartner, createMerchant]) expect(() => create(options)).toThrow(`${name} is missing`);
    }
  }
});

const settings = (): Record<string, string> => ({
  SLUICE_URL: baseUrl,
  SHOP_CLIENT_ID: world.shopKeys.clientId,
  SHOP_CLIENT_SECRET: world.shopKeys.clientSecret,
  COMPANY_CLIENT_ID: world.companyKeys.clientId,
  COMPANY_CLIENT_SECRET: world.companyKeys.clientSecret,
  RESTAURANT: String(world.restaurant),
});
