/** The OpenAPI document, the Postman collection and the page of the API reference, as they are served. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine } from '../../src/app/commands/command-line.ts';
import { catalog as errors } from '../../src/base/errors/catalog.ts';
import { explained } from '../../src/base/errors/explained.ts';
import { catalog as events } from '../../src/features/event-catalog.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ publicUrl: 'https://pay.example.com' });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

it('everything that names the version names that of package.json', async () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [, changelog] = /^## \[(\d.*?)\]/m.exec(read('CHANGELOG.md')) ?? [];
  expect({
    command: createCommandLine().version(),
    live: (await get('/health/live')).json().version,
    ready: (await get('/health/ready')).json().version,
    document: (await get('/openapi.json')).json().info.version,
    client: JSON.parse(read('sdk/package.json')).version,
    php: JSON.parse(read('sdk/php/composer.json')).version,
    python: /^version = "(.*)"$/m.exec(read('sdk/python/pyproject.toml'))?.[1],
    changelog,
  }).toEqual({
    command: version,
    live: version,
    ready: version,
    document: version,
    client: version,
    php: version,
    python: version,
    changelog: version,
  });
});

describe.each(['/openapi.json', '/postman.json'])('%s', (url) => {
  it('is sent compressed to those who take it, and not again to those who have it', async () => {
    const plain = await get(url);
    const packed = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    const { etag } = plain.headers as { etag: string };
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(url, { 'if-none-match': known });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    for (const none of ['gzip', 'br;q=0', 'abr']) {
      expect((await get(url, { 'accept-encoding': none })).headers['content-encoding']).toBeUndefined();
    }
  });
});

it('the document has every event with its data and receivers, and the guide every error', async () => {
  const document = (await get('/openapi.json')).json();
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(events));
  for (const [type, { description }] of Object.entries(events)) {
    const { post } = document.webhooks[type];
    expect(post.description).toContain(description);
    expect(post.requestBody.content['application/json'].example).toMatchObject({ type, data: expect.any(Object) });
  }
  expect(Object.keys(explained).sort()).toEqual(Object.keys(errors).sort());
  for (const code of Object.keys(errors)) expect(document.info.description).toContain(`| \`${code}\` `);
  const names = document.tags.map((tag: { 'x-displayName': string }) => tag['x-displayName']);
  expect(new Set(names).size).toBe(names.length);
  const grouped = document['x-tagGroups'].flatMap(({ tags }: { tags: string[] }) => tags);
  expect(grouped.sort()).toEqual(document.tags.map(({ name }: { name: string }) => name).sort());
});

it('the collection has every operation of a server, with its example, and no key', async () => {
  type Item = { name: string; request: { method: string; url: { path: string[] }; body?: { raw: string } } };
  const collection = (await get('/postman.json')).json();
  const { paths } = (await get('/openapi.json')).json();
  const own = Object.entries<Record<string, unknown>>(paths).filter(([path]) => /^\/(pay\/api|partner)\//.test(path));
  const items: Item[] = collection.item.flatMap(({ item }: { item: Item[] }) => item);
  const addresses = items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`).sort();
  const wanted = own.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(addresses).toEqual(wanted.sort());
  expect(collection.variable[0]).toEqual({ key: 'base_url', value: 'https://pay.example.com' });
  expect(JSON.stringify(collection.item)).not.toMatch(/sk_(test|live)_/);
  const token = items.find(({ name }) => name === 'Exchange API keys for an access token');
  expect(JSON.parse(token?.request.body?.raw ?? '')).toEqual({
    client_id: '{{client_id}}',
    secret_id: '{{client_secret}}',
  });
});

describe('/docs', () => {
  it('is a page that runs nothing inline and loads nothing from elsewhere', async () => {
    const [page, other] = [await get('/docs'), await get('/docs/')];
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(page.body).toContain(`content="${nonce}"`);
    expect(other.headers['content-security-policy']).not.toBe(policy);
    expect(page.body).not.toMatch(/<script(?![^>]* src="\/docs\/assets\/)|\son\w+=/);
    for (const [, address] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^(\/|data:)/);
  });

  it('loads its files once: their names have their hash', async () => {
    const { body } = await get('/docs');
    const files = [...body.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, file]) => file as string);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const { statusCode, headers } = await get(file, { 'accept-encoding': 'br' });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    const [renderer] = files.filter((file) => file.includes('renderer'));
    const packed = await get(renderer as string, { 'accept-encoding': 'br' });
    expect(packed.rawPayload.length).toBeLessThan(1_000_000);
    expect((await get(renderer as string)).body).toBe(brotliDecompressSync(packed.rawPayload).toString());
  });

  it('offers neither the dashboard nor trying where there is no dashboard', async () => {
    expect((await get('/docs')).body).not.toMatch(/data-try|>Dashboard</);
  });
});
