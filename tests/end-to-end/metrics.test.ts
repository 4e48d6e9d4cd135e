/** GET /metrics and what GET /health/ready says of the books: for whom, in which format, and what they never hold. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceVersion } from '../../src/base/version.ts';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { idleProvider } from '../fixtures/idle-provider.ts';
import { base, createShop, type Merchant, payment, type Shop } from '../fixtures/shop.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { positionEvents } from '../support/position-events.ts';

const token = 'a-token-of-the-operator-with-32-characters-or-more';
const authorization = `Bearer ${token}`;

let shop: Shop;
let merchant: Merchant;
beforeAll(async () => {
  shop = await createShop({ metricsToken: token });
  merchant = await shop.addMerchant('Somebody Nobody Should See');
});
afterAll(() => shop?.close());

const scrape = () => shop.call('GET', '/metrics', { headers: { authorization } });

/** Every sample as `name{labels}` → value. Throws on a line the exposition format does not know. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const typed = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue;
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary)$/.exec(line);
    if (type) {
      expect(typed.has(type[1] as string), line).toBe(false);
      typed.add(type[1] as string);
      continue;
    }
    const sample =
      /^([a-zA-Z_:][\w:]*(?:\{\w+="(?:[^"\\]|\\.)*"(?:,\w+="(?:[^"\\]|\\.)*")*\})?) ([+-]?(?:[\d.]+(?:e[+-]?\d+)?|Inf)|Nan)$/i.exec(
        line,
      );
    expect(sample, line).not.toBeNull();
    samples.set(sample?.[1] as string, Number(sample?.[2]));
  }
  return samples;
}

describe('who may see metrics', () => {
  it.each([
    ['nobody', undefined],
    ['another token', `Bearer ${token}x`],
    ['no token', 'Bearer '],
    ['another scheme', `Basic ${token}`],
    ['a prefix of it', `Bearer ${token.slice(0, -1)}`],
  ])('%s: 401', async (_name, given) => {
    const answer = await shop.call('GET', '/metrics', { headers: given === undefined ? {} : { authorization: given } });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'invalid_credentials' } });
    expect(answer.text).not.toContain(token.slice(0, 10));
  });

  it('without the setting there is no such address, whatever is sent', async () => {
    const other = await createShop();
    const answer = await other.call('GET', '/metrics', { headers: { authorization } });
    await other.close();
    expect(answer.status).toBe(404);
  });
});

describe('what metrics say', () => {
  it('requests by route pattern, method and class of status; no id, no address, no name', async () => {
    const access = await shop.token(merchant.test);
    const created = await shop.create(access, { amount: 10, currency: 'EUR', return_url: 'https://a.example/r' });
    const company = await makeKey(shop.db, await makeCompany(shop.db), 'test');
    const keys = { 'x-client-id': company.clientId, 'x-client-secret': company.clientSecret };
    await shop.call('GET', '/partner/v1/orders/secret-ref-of-order?x=1', { headers: keys });
    await shop.call('GET', '/nowhere/secret-path');

    const { status, headers, text } = await scrape();
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const samples = parse(text);
    const count = (method: string, route: string, answered: string) =>
      samples.get(
        `sluice_http_request_duration_seconds_count{method="${method}",route="${route}",status="${answered}"}`,
      );
    expect(created.status).toBeLessThan(500);
    expect(count('POST', `${base}/authentication/token`, '2xx')).toBe(1);
    expect(count('GET', '/partner/v1/orders/:ref', '4xx')).toBe(1);
    expect(count('GET', 'none', '4xx')).toBe(1);
    for (const secret of ['secret', 'Somebody', token, merchant.test.clientId, company.clientId, access, 'a.example'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/pay_\w{10}|\/[0-9]{2,}/);
  });

  it('the process, its connections and its queues', async () => {
    const samples = parse((await scrape()).text);
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
      'sluice_database_connections{state="idle"}',
      'sluice_orders_unsettled',
      'sluice_orders_awaiting_funds',
      'sluice_order_refunds_awaiting_funds',
      'sluice_refunds_pending',
      'sluice_mails_queued',
      'sluice_webhooks_pending',
      'sluice_webhooks_parked',
      'sluice_webhook_lag_seconds',
      'sluice_webhook_events_behind',
      'sluice_settlements_running',
      'sluice_settlements_begun',
      'sluice_settlement_lag_seconds',
      'sluice_events_unpositioned',
      'sluice_jobs_waiting',
      'sluice_jobs_wait_seconds',
      'sluice_jobs_failed',
      'sluice_database_built_in',
      'sluice_backup_failures',
      'sluice_event_readers_waiting',
    ])
      expect([name, samples.get(name)]).toEqual([name, expect.any(Number)]);
  });

  it('how late the settlements of live mode are, and what waits', async () => {
    const other = await createShop({ metricsToken: token });
    const company = await makeCompany(other.db);
    const { pool } = other.database;
    await pool.query(
      `insert into settlement_dues (holder_id, mode, currency, due_at) values
        ($1, 'live', 'EUR', now() - interval '1 hour'), ($1, 'test', 'EUR', now() - interval '1 day')`,
      [company],
    );
    await pool.query(`select graphile_worker.add_job('nothing', '{}', run_at => now() - interval '10 minutes'),
      graphile_worker.add_job('later', '{}', run_at => now() + interval '10 minutes')`);
    const keys = await makeKey(other.db, company);
    const headers = { 'x-client-id': keys.clientId, 'x-client-secret': keys.clientSecret };
    const reading = other.call('GET', '/partner/v1/events?wait=30', { headers });
    while (!/readers_waiting 1\n/.test((await other.server.metrics?.render()) ?? '')) await pool.query('select');
    await other.create(await other.token((await other.addMerchant()).test), payment);
    const samples = parse((await other.call('GET', '/metrics', { headers: { authorization } })).text);
    const lag = samples.get('sluice_settlement_lag_seconds') as number;
    expect([lag >= 3_600, lag < 7_200]).toEqual([true, true]);
    expect(samples.get('sluice_jobs_waiting')).toBe(1);
    expect(samples.get('sluice_jobs_wait_seconds')).toBeGreaterThanOrEqual(600);
    expect(samples.get('sluice_batch_items_sum{batch="payments"}')).toBe(1);
    await other.close();
    expect((await reading).status).toBe(200);
  });

  it('the sizes of its queues, each counting what waits in it and nothing else', async () => {
    const other = await createShop({ metricsToken: token });
    const { holderId, test } = await other.addMerchant();
    const access = await other.token(test);
    await other.create(access, payment);
    await positionEvents(other.db);
    for (const _ of [1, 2]) await other.create(access, payment);
    const { owner } = other.database;
    await owner.query(
      `insert into webhook_endpoints
        (holder_id, id, mode, kind, url, host, since_position, position, status, status_reason, due_at)
      values ($1, 'whe_1', 'test', 'endpoint', 'https://a.example', 'a.example', 0, 0, 'active', null, now()),
        ($1, 'whe_2', 'test', 'endpoint', 'https://a.example', 'a.example', 0, 0, 'paused', 'by_hand', null),
        ($1, 'whe_3', 'live', 'endpoint', 'https://a.example', 'a.example', 0, 0, 'active', null, now())`,
      [holderId],
    );
    await owner.query(
      `insert into webhook_deliveries (holder_id, endpoint_id, event_id, event_type, position, host, status, reason,
        is_resend, next_attempt_at, finished_at)
      values ($1, 'whe_1', 'evt_1', 'a', 1, 'a', 'pending', null, false, now() - interval '90 seconds', null),
        ($1, 'whe_1', 'evt_2', 'a', 1, 'a', 'pending', null, true, now() - interval '1 hour', null),
        ($1, 'whe_1', 'evt_3', 'a', 1, 'a', 'pending', null, false, now() + interval '1 hour', null),
        ($1, 'whe_1', 'evt_4', 'a', 1, 'a', 'parked', 'gone', false, null, now()),
        ($1, 'whe_1', 'evt_5', 'a', 1, 'a', 'parked', 'gone', false, null, now()),
        ($1, 'whe_1', 'evt_6', 'a', 1, 'a', 'delivered', null, false, null, now())`,
      [holderId],
    );
    await owner.query(
      `insert into mails (recipient, subject, text, html, status)
      values ('a@b.example', 'a', 'a', 'a', 'queued'), ('a@b.example', 'a', 'a', 'a', 'failed')`,
    );
    await owner.query(
      `insert into backup_runs (started_at, finished_at, place, name, bytes, error)
      values (now(), now(), '/a', null, null, 'full'), ('2026-11-27T02:30Z', '2026-11-27T02:31Z', '/a', 'a', 4711, null),
        (now(), now(), '/a', null, null, 'full'), (now(), now(), '/a', null, null, 'full')`,
    );
    await owner.query(`select graphile_worker.add_job('broken', '{}', max_attempts => 1)`);
    await owner.query('update graphile_worker._private_jobs set attempts = max_attempts');
    const samples = parse((await other.call('GET', '/metrics', { headers: { authorization } })).text);
    const values = Object.fromEntries([...samples].filter(([name]) => !name.includes('lag')));
    expect(values).toMatchObject({
      sluice_webhooks_pending: 3,
      sluice_webhooks_parked: 2,
      sluice_webhook_events_behind: 1,
      sluice_events_unpositioned: 2,
      sluice_mails_queued: 1,
      sluice_jobs_failed: 1,
      sluice_jobs_waiting: 0,
      sluice_jobs_wait_seconds: 0,
      sluice_backup_timestamp_seconds: Date.parse('2026-11-27T02:30Z') / 1_000,
      sluice_backup_duration_seconds: 60,
      sluice_backup_bytes: 4711,
      sluice_backup_failures: 2,
    });
    const lag = samples.get('sluice_webhook_lag_seconds') as number;
    expect([lag >= 90, lag < 3_600]).toEqual([true, true]);
    // Read from the database once in 15 seconds, however often it is scraped.
    await owner.query('delete from webhook_deliveries');
    const again = parse((await other.call('GET', '/metrics', { headers: { authorization } })).text);
    expect(again.get('sluice_webhooks_pending')).toBe(3);
    await other.close();
  });

  it('every metric that the dashboard and the alerts for operators name', async () => {
    const { text } = await scrape();
    const directory = new URL('../../docs/monitoring/', import.meta.url);
    const [grafana, alerts] = await Promise.all(
      ['grafana.json', 'alerts.yaml'].map((file) => readFile(new URL(file, directory), 'utf8')),
    );
    const panels = JSON.parse(grafana as string).panels as { targets: { expr: string }[] }[];
    const rules = [...(alerts as string).matchAll(/^ {8}expr: (".*")$/gm)].map(([, expr]) =>
      JSON.parse(expr as string),
    );
    const named = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules].flatMap(
      (expr: string) => expr.match(/\b(sluice|nodejs|process)_\w+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(30);
    const families = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name as string));
    const unknown = named.filter(
      (name) => !families.has(name) && !families.has(name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect(unknown).toEqual([]);
    expect(grafana).toContain('"uid": "sluice"');
  });

  it('calls of payment providers, by what they ended in', async () => {
    const confirm = async () => ({ kind: 'pending' }) as const;
    const other = await createShop({ metricsToken: token, providers: [idleProvider('acme', { confirm })] });
    const acme = other.server.payDeps.providers.named('acme');
    await acme?.confirm({ attemptId: 'att_1', providerRef: 'ch_1' });
    await acme?.close({ attemptId: 'att_1', providerRef: 'ch_1' }).catch(() => {});
    const samples = parse((await other.call('GET', '/metrics', { headers: { authorization } })).text);
    const count = (call: string, outcome: string) =>
      samples.get(`sluice_provider_call_duration_seconds_count{provider="acme",call="${call}",outcome="${outcome}"}`);
    expect([count('confirm', 'pending'), count('close', 'unavailable')]).toEqual([1, 1]);
    await other.close();
  });

  it('jobs that failed, by their name', async () => {
    shop.server.metrics?.countJobFailure('send_mail');
    shop.server.metrics?.countJobFailure('send_mail');
    expect(parse((await scrape()).text).get('sluice_job_failures_total{job="send_mail"}')).toBe(2);
  });
});

describe('the last verification', () => {
  const ready = async () => JSON.parse((await shop.call('GET', '/health/ready')).text);

  it('is unknown, balanced or unbalanced; the service is ready all the same', async () => {
    expect(await ready()).toEqual({
      status: 'ok',
      version: serviceVersion(),
      books: 'unknown',
      verified_at: null,
      verification_age_seconds: null,
      seal: null,
    });
    await runVerification(shop.db, { full: false });
    expect(await ready()).toEqual({
      status: 'ok',
      version: serviceVersion(),
      books: 'balanced',
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      verification_age_seconds: expect.any(Number),
      seal: null,
    });
    const { rows } = await shop.database.pool.query(`
      insert into accounts (holder_id, mode, currency, kind, balance) values (1, 'live', 'EUR', 'fees', 5) returning id`);
    await runVerification(shop.db, { full: false });
    const answer = await shop.call('GET', '/health/ready');
    expect(answer.status).toBe(200);
    // That they are broken, not where.
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok', books: 'unbalanced' });
    expect(answer.text.replace('unbalanced', '')).not.toMatch(/holder|account|balance/);
    await shop.database.pool.query('delete from accounts where id = $1', [rows[0].id]);
  });

  it('is in the metrics of a process that has read it', async () => {
    await runVerification(shop.db, { full: true });
    const other = await createShop({ metricsToken: token });
    await runVerification(other.db, { full: true });
    const answer = await other.call('GET', '/metrics', { headers: { authorization } });
    const samples = parse(answer.text);
    await other.close();
    expect(samples.get('sluice_verification_ok')).toBe(1);
    expect(samples.get('sluice_verification_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    expect(samples.get('sluice_verification_duration_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('is missing there before the first one', async () => {
    const other = await createShop({ metricsToken: token });
    const { text } = await other.call('GET', '/metrics', { headers: { authorization } });
    await other.close();
    expect(parse(text).has('sluice_verification_ok')).toBe(false);
  });
});
