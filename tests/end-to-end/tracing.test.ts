/** docs/operating.md, "Traces": what a collector receives of a running service. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/app/service.ts';
import { createPool } from '../../src/base/database/pool.ts';
import { openTracing } from '../../src/base/tracing/open-tracing.ts';
import type { Tracing } from '../../src/base/tracing/tracer.ts';
import { createReceiver, type Receiver } from '../fixtures/webhooks.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

type Value = { stringValue?: string; intValue?: string; boolValue?: boolean };
type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};
type Body = { resourceSpans: { resource: Pick<Sent, 'attributes'>; scopeSpans: { spans: Sent[] }[] }[] };

/** A collector that keeps what it is sent. */
async function createCollector() {
  const bodies: { path: string | undefined; team: unknown; body: Body; text: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      bodies.push({ path: request.url, team: request.headers['x-team'], body: JSON.parse(text), text });
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    spans: () => bodies.flatMap(({ body }) => body.resourceSpans.flatMap((one) => one.scopeSpans[0]?.spans ?? [])),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const attributesOf = ({ attributes }: Pick<Sent, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const settings = { headers: { 'x-team': 'pay' }, resource: { 'service.name': 'sluice' }, ratio: 1 };
const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;

describe('a service with a collector', () => {
  let collector: Awaited<ReturnType<typeof createCollector>>;
  let database: TestDatabase;
  let tracing: Tracing;
  let service: TestServer;
  let partner: PartnerClient;
  let receiver: Receiver;
  let secret: string;

  beforeAll(async () => {
    collector = await createCollector();
    receiver = await createReceiver();
    database = await createTestDatabase();
    tracing = openTracing({ ...settings, url: collector.url }, () => {});
    const pool = createPool(database.settings);
    tracing.watchQueries(pool);
    service = await createTestService({
      database: { ...database, pool },
      webhooks: { loopbackInTest: true, allow: [] },
      tracing,
    });
    const pair = await makeKey(database.db, await makeCompany(database.db));
    partner = createPartnerClient(service.app, pair);
    secret = pair.clientSecret;
    const made = await partner.post('/webhook-endpoints', { url: receiver.url, event_types: ['order.created'] });
    expect(made.statusCode, made.body).toBe(201);
  });
  afterAll(async () => {
    await receiver.close();
    await collector.close();
    await database.drop();
  });

  it('is one trace from the request to its statements and its webhook, and takes the caller’s over', async () => {
    const adopted = await partner.post('/orders', orderBody({ partner_order_ref: 'never-sent-a' }), { traceparent });
    const own = await partner.post('/orders', orderBody({ partner_order_ref: 'never-sent-b' }));
    const received = await receiver.until(2);
    await partner.post('/settlements');
    await partner.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    // By a job.
    while ((await partner.get('/events?type=order.settled')).json().data.length < 2);
    await expectBooksToHold(database.db);
    await service.close();
    await service.pool.end();
    // Nothing was waited for: at the end all that is left is sent.
    await tracing.tracer.stop();

    for (const [answer, parentSpanId] of [
      [adopted, caller.spanId],
      [own, undefined],
    ] as const) {
      const requestId = String(answer.headers['x-request-id']);
      const traceId = parentSpanId === undefined ? requestId.replaceAll('-', '') : caller.traceId;
      const spans = collector.spans().filter((span) => span.traceId === traceId);
      const request = spans.find(({ kind }) => kind === 2) as Sent;
      expect(request).toMatchObject({ name: 'POST /partner/v1/orders', status: {} });
      expect(request.parentSpanId).toBe(parentSpanId);
      expect(attributesOf(request)).toEqual({
        'http.request.method': 'POST',
        'http.route': '/partner/v1/orders',
        'http.response.status_code': '201',
        'sluice.request_id': requestId,
        'url.scheme': 'http',
      });
      const batch = spans.find(({ name }) => name === 'record orders') as Sent;
      expect(batch.parentSpanId).toBe(request.spanId);
      const statements = spans.filter((span) => span.parentSpanId === batch.spanId).map(attributesOf);
      for (const statement of statements) expect(statement).toMatchObject({ 'db.system.name': 'postgresql' });
      const inserts = statements.filter((statement) =>
        String(statement['db.query.text']).includes('insert into orders'),
      );
      expect(inserts).toHaveLength(1);
      const delivery = spans.find(({ name }) => name === 'POST') as Sent;
      expect(delivery.parentSpanId).toBe(request.spanId);
      expect(attributesOf(delivery)).toMatchObject({
        'sluice.event.type': 'order.created',
        'sluice.request_id': requestId,
        'http.response.status_code': '200',
        'server.address': 'localhost',
      });
      const message = received.find(({ event }) => event.request_id === requestId);
      expect(message?.headers.traceparent).toBe(`00-${traceId}-${delivery.spanId}-01`);
      for (const span of spans)
        expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }

    const job = collector.spans().find(({ name }) => name === 'job settle_on_funds') as Sent;
    expect(job).toMatchObject({ kind: 5 });
    expect(job.parentSpanId).toBeUndefined();
    expect(collector.spans().some((span) => span.parentSpanId === job.spanId)).toBe(true);
    expect(collector.bodies.every(({ path, team }) => path === '/v1/traces' && team === 'pay')).toBe(true);
    const [first] = collector.bodies;
    expect(attributesOf(first?.body.resourceSpans[0]?.resource as Sent)).toEqual({ 'service.name': 'sluice' });
    const everything = collector.bodies.map(({ text }) => text).join('\n');
    for (const value of ['never-sent', secret]) expect(everything).not.toContain(value);
  });
});

it('a statement that fails is a failed span, named by its SQLSTATE', async () => {
  const collector = await createCollector();
  const database = await createTestDatabase();
  const { tracer, watchQueries } = openTracing({ ...settings, url: collector.url }, () => {});
  const pool = createPool(database.settings, { connections: 1 });
  watchQueries(pool);
  const refused = tracer.trace('work', {}, () => pool.query('select $1::int', ['x']));
  await expect(refused).rejects.toThrow();
  await pool.query('select 1');
  await pool.end();
  await tracer.stop();
  const [query, work, ...more] = collector.spans();
  expect([query?.name, work?.name, more]).toEqual(['SELECT', 'work', []]);
  expect(query).toMatchObject({ status: { code: 2 }, parentSpanId: work?.spanId });
  expect(attributesOf(query as Sent)).toMatchObject({ 'db.query.text': 'select $1::int', 'error.type': '22P02' });
  expect(work).toMatchObject({ status: { code: 2 } });
  await database.drop();
  await collector.close();
});

it('what is not to be recorded is not, with all that it causes', async () => {
  const collector = await createCollector();
  const { tracer } = openTracing({ ...settings, ratio: 0, url: collector.url }, () => {});
  const unsampled = tracer.startRequest('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', undefined, 'GET', {});
  await tracer.within(unsampled.context, () => tracer.trace('below', {}, async () => {}));
  unsampled.end();
  const named = tracer.startRequest('017f22e2-79b0-7cc3-98c4-dc0c0c073990', traceparent, 'GET', {});
  named.end();
  tracer.startRequest('017f22e2-79b0-7cc3-98c4-dc0c0c073991', traceparent.replace(/01$/, '00'), 'GET', {}).end();
  await tracer.stop();
  expect(collector.spans().map(({ traceId }) => traceId)).toEqual([caller.traceId]);
  await collector.close();
});

it('a collector that is down is said once, and disturbs nothing', async () => {
  const collector = await createCollector();
  await collector.close();
  const states: boolean[] = [];
  const { tracer } = openTracing({ ...settings, url: collector.url }, (isReachable) => states.push(isReachable));
  for (let n = 0; n < 3_000; n += 1) tracer.start('work').end();
  await tracer.stop();
  tracer.start('work').end();
  await tracer.stop();
  expect(states).toEqual([false]);
});

it('what comes faster than it is sent is dropped', async () => {
  const collector = await createCollector();
  const { tracer } = openTracing({ ...settings, url: collector.url }, () => {});
  for (let n = 0; n < 3_000; n += 1) tracer.start('work').end();
  await tracer.stop();
  expect(collector.spans()).toHaveLength(2_048);
  await collector.close();
});

it('a line of the log names the trace that it belongs to', async () => {
  const lines: string[] = [];
  const { tracer } = openTracing({ ...settings, url: 'http://127.0.0.1:9/v1/traces', ratio: 0 }, () => {});
  const logger = createLogger('info', tracer.current, { write: (line: string) => void lines.push(line) });
  await tracer.trace('work', {}, async ({ context }) => {
    logger.info('within');
    expect(JSON.parse(lines[0] as string)).toMatchObject({ trace_id: context.traceId, span_id: context.spanId });
  });
  logger.info('outside');
  expect(JSON.parse(lines[1] as string)).not.toHaveProperty('trace_id');
});
