/**
 * The Laravel package, in the router, the events and the cache of Laravel as Debian packages them: what is received and what is not,
 * and what is kept. The shop of its README is in `readmes.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signWebhook } from '../../sdk/src/webhooks.ts';
import { folderOf } from './kit.ts';
import { hasLaravel, laravelPackage, runInLaravel } from './laravel.ts';

const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`;
const secret = secretOf('a secret of 24 characters');

let kept: string;
beforeEach(async () => {
  kept = await mkdtemp(join(tmpdir(), 'sluice-laravel-'));
});
afterEach(() => rm(kept, { recursive: true, force: true }));

type Arriving = { path: string; body: string; headers: Record<string, string>; listener?: 'fails' | 'again' };

/** As the service sends it. The body is not as PHP would write it: what is verified is the text that came. */
async function paid(changes: Partial<Arriving> = {}, by: { id?: string; secret?: string; at?: number } = {}) {
  const id = by.id ?? 'evt_1';
  const data = { token: 'pay_1', trx_id: 'trx_1', status: 'succeeded', paid: true, amount: '24.90', currency: 'EUR' };
  const more = { custom: 'ü/7', payer: null, created_at: '2031-03-01T11:59:00.000Z', paid_at: null };
  const at = { mode: 'test', created_at: '2031-03-01T12:00:00.000Z', request_id: null };
  const body = JSON.stringify({ id, type: 'payment.paid', ...at, data: { ...data, ...more } }, null, 1);
  const signing = { id, secret: by.secret ?? secret, ...(by.at === undefined ? {} : { timestampSeconds: by.at }) };
  const headers = await signWebhook(body, signing);
  return { path: '/sluice/webhook', body, headers, ...changes } as Arriving;
}

const settings = (configured: string, config: object = {}) => ({ env: { SLUICE_WEBHOOK_SECRET: configured }, config });
type Received = { answers: [number, string][]; log: unknown[] };
const receive = (webhooks: Arriving[], given = settings(secret)): Promise<Received> =>
  runInLaravel(kept, { run: 'receive', settings: given, webhooks });
const handled = (id: string) => [`WebhookReceived ${id}`, `sluice.payment.paid ${id} 24.90 ü/7`];

it('is an archive of its own, of the version of the service', () => {
  const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const { version, require: needed, autoload, extra } = json(`${laravelPackage}composer.json`);
  const service = json(folderOf('../../package.json')).version;
  expect([version, needed['sluice/sdk']]).toEqual([service, service]);
  for (const provider of extra.laravel.providers as string[]) {
    const [prefix, source] = Object.entries(autoload['psr-4'] as Record<string, string>)[0] as [string, string];
    expect(readdirSync(laravelPackage + source)).toContain(`${provider.slice(prefix.length)}.php`);
  }
  const readme = readFileSync(`${laravelPackage}README.md`, 'utf8');
  expect([...readme.matchAll(/\d+\.\d+\.\d+/g)].map(String)).toEqual(Array(4).fill(service));
});

describe.skipIf(!hasLaravel)('a webhook', () => {
  it('reaches the listeners once, however often it arrives', async () => {
    const { answers, log } = await receive([await paid(), await paid(), await paid({}, { id: 'evt_2' })]);
    expect(answers).toEqual(Array(3).fill([204, '']));
    expect(log).toEqual([...handled('evt_1'), ...handled('evt_2')]);
  });

  it('comes again when a listener failed', async () => {
    const { answers, log } = await receive([await paid({ listener: 'fails' }), await paid(), await paid()]);
    expect(answers).toEqual([
      [500, 'The listener failed.'],
      [204, ''],
      [204, ''],
    ]);
    expect(log).toEqual(['WebhookReceived evt_1', ...handled('evt_1')]);
  });

  it('comes again when it arrived during its own handling', async () => {
    const { answers, log } = await receive([await paid({ listener: 'again' })]);
    expect(answers).toEqual([[204, '']]);
    expect(log).toEqual(['WebhookReceived evt_1', 503, 'sluice.payment.paid evt_1 24.90 ü/7']);
  });

  it('is refused when it is not what the service sent', async () => {
    const sent = await paid();
    const now = Math.floor(Date.now() / 1000);
    const { answers, log } = await receive([
      { ...sent, body: sent.body.replace('24.90', '92.40') },
      { ...sent, body: JSON.stringify(JSON.parse(sent.body)) },
      { ...sent, headers: { ...sent.headers, 'webhook-id': 'evt_2' } },
      { ...sent, headers: {} },
      await paid({}, { secret: secretOf('another, of 24 characters') }),
      await paid({}, { at: now - 3600 }),
      await paid({}, { at: now + 3600 }),
      // What other formats send is signed by the same secret.
      {
        ...sent,
        body: '{"event": "payment.success"}',
        headers: await signWebhook('{"event": "payment.success"}', { id: 'evt_1', secret }),
      },
    ]);
    expect(answers).toEqual(Array(8).fill([400, '']));
    expect(log).toEqual([]);
  });

  it('may be signed with any of the secrets', async () => {
    const other = secretOf('another, of 24 characters');
    const { answers } = await receive(
      [await paid(), await paid({}, { id: 'evt_2', secret: other })],
      settings(` ${other}  ${secret} `),
    );
    expect(answers).toEqual(Array(2).fill([204, '']));
  });

  it('is not accepted without a secret, nor handled', async () => {
    for (const none of ['', ' ']) {
      const missing = [500, 'sluice.webhook.secret is not configured.'];
      expect(await receive([await paid()], settings(none))).toEqual({ answers: [missing], log: [] });
    }
  });

  it('has the path of the settings, or none', async () => {
    const hook = { 'sluice.webhook.path': 'hooks/pay' };
    const at = async (config: object) =>
      (await receive([await paid(), await paid({ path: '/hooks/pay' })], settings(secret, config))).answers.map(
        ([status]) => status,
      );
    expect(await at(hook)).toEqual([404, 204]);
    expect(await at({ 'sluice.webhook.path': null })).toEqual([404, 404]);
  });
});

describe.skipIf(!hasLaravel)('an access token', () => {
  const tokens = (calls: unknown[][], more: object = {}) => runInLaravel(kept, { run: 'tokens', calls, ...more });

  it('is kept beyond a request, encrypted, until it is dropped', async () => {
    expect(
      await tokens([
        ['get', 'a'],
        ['put', 'a', 'ey.secret', 60],
      ]),
    ).toEqual([null, null]);
    const files = readdirSync(kept, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files).toHaveLength(1);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('ey.secret');
    }
    // The application may have got another key.
    expect(await tokens([['get', 'a']], { key: 'another key' })).toEqual([null]);
    expect(
      await tokens([
        ['get', 'a'],
        ['drop', 'a'],
        ['get', 'a'],
      ]),
    ).toEqual(['ey.secret', null, null]);
  });

  it('is in the store of the settings', async () => {
    const other = { settings: { config: { 'sluice.cache': 'other' } } };
    await tokens([['put', 'a', 'ey.secret', 60]], other);
    expect(readdirSync(kept)).toEqual(['other']);
    expect(await tokens([['get', 'a']])).toEqual([null]);
  });
});

it.skipIf(!hasLaravel)('has each client once, and says which setting it misses', async () => {
  const shop = { SLUICE_URL: 'https://pay.example', SLUICE_CLIENT_ID: 'pk_test_1', SLUICE_CLIENT_SECRET: 'sk_test_1' };
  const missing = (name: string) => `sluice.${name} is not configured.`;
  expect(await runInLaravel(kept, { run: 'clients' })).toEqual([missing('url'), missing('url')]);
  expect(await runInLaravel(kept, { run: 'clients', settings: { env: shop } })).toEqual([
    true,
    missing('partner.client_id'),
  ]);
});
