/**
 * Events to a receiver that refuses one time in three and is restarted, while the service and PostgreSQL are killed at
 * any instant: every event arrives at least once, and the log says what happened to each.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStage, post, randomMoment, type Service, type Stage, testTimeoutMs, until } from './support.ts';

const eventsCount = Number(process.env.CRASH_EVENTS || 300);
const splitsOf = (merchant: bigint) => [
  { beneficiary_type: 'merchant', beneficiary_ref: Number(merchant), amount: 12.5 },
];
/** Requests at once. */
const lanes = 8;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

it(`${eventsCount} events arrive`, { timeout: testTimeoutMs * Math.ceil(eventsCount / 2_000) }, async (test) => {
  const company = await stage.makeCompany('Hooks');
  const environment = { SLUICE_WEBHOOK_ALLOW: `${company.book.holderId}=127.0.0.0/8` };
  let secret = '';
  const arrived = new Map<string, number>();
  let asked = 0;
  let taken = 0;
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        asked += 1;
        if (asked % 3 === 0) return response.writeHead(500).end();
        const id = String(request.headers['webhook-id']);
        new Webhook(secret).verify(Buffer.concat(chunks).toString(), request.headers as Record<string, string>);
        arrived.set(id, (arrived.get(id) ?? 0) + 1);
        taken += 1;
        response.end();
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let receiver = await listen(0);
  const { port } = receiver.address() as AddressInfo;
  let service: Service = await stage.startService(environment);
  const made = await post<{ secret: string }>(service, company, '/webhook-endpoints', {
    url: `http://127.0.0.1:${port}/`,
    event_types: ['order.created'],
  });
  expect(made?.status).toBe(201);
  secret = made?.data.secret as string;

  let sent = 0;
  const sending = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (sent < eventsCount) {
        const ref = `order-${sent}`;
        sent += 1;
        const body = { partner_order_ref: ref, payment_source: 'card', total_amount: 12.5, currency: 'EUR' };
        // Sent again until it is answered: a ref is recorded once.
        await until('the order is recorded', async () => {
          const splits = splitsOf(company.merchants[0] as bigint);
          const answer = await post(service, company, '/orders', { ...body, splits });
          return answer?.status === 201 || answer?.status === 200;
        });
      }
    }),
  );
  /** As long as it takes, if only another one arrives now and then. */
  const part = async (share: number): Promise<void> => {
    while (arrived.size < eventsCount * share) {
      const before = arrived.size;
      await until('another event arrives', () => passTime().then(() => arrived.size > before));
    }
  };
  const killService = async (): Promise<void> => {
    await randomMoment(200);
    await service.kill();
    service = await stage.startService(environment);
  };

  await part(0.2);
  await killService();
  await part(0.4);
  await stage.killPostgres();
  await part(0.6);
  receiver.closeAllConnections();
  receiver.close();
  await once(receiver, 'close');
  await killService();
  receiver = await listen(port);
  await sending;
  await part(1);

  const left = () =>
    stage.pool.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from webhook_deliveries group by status',
    );
  await until('every result is kept', async () => {
    await passTime();
    return (await left()).rows.every(({ status }) => status === 'delivered');
  });
  expect((await left()).rows).toEqual([{ status: 'delivered', count: eventsCount }]);
  const { rows: logged } = await stage.pool.query<{ id: string }>(
    `select event_id as id from webhook_attempts where outcome = 'delivered'`,
  );
  expect(new Set(logged.map(({ id }) => id))).toEqual(new Set(arrived.keys()));
  await service.stop();
  receiver.close();
  await stage.verify();
  await test.annotate(`${eventsCount} events, asked ${asked} times, taken ${taken} times`);
});

/** It looks at everything that waits. */
const passEveryMs = 250;
let passedAtMs = 0;

/** Brings retries and the leases of what died forward: nobody waits for hours here. A receiver that answers is not paused. */
async function passTime(): Promise<void> {
  if (performance.now() < passedAtMs + passEveryMs) return;
  passedAtMs = performance.now();
  await stage.pool.query(`
    with forward as (
      update webhook_deliveries set next_attempt_at = now(), attempts_before = attempts
      where status = 'pending' and next_attempt_at > now() + interval '15 seconds'
        and (claimed_until is null or claimed_until < now() + interval '19 seconds')
      returning holder_id, endpoint_id)
    update webhook_endpoints w set due_at = now()
    from (select distinct holder_id, endpoint_id from forward) f
    where w.holder_id = f.holder_id and w.id = f.endpoint_id`);
}
