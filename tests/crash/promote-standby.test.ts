/**
 * The primary dies under load and its synchronous standby takes over (docs/growing.md, "What a standby guarantees"): every order that was
 * acknowledged is there, none is there twice, and the books balance.
 */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../src/app/server.ts';
import { createDatabase, createPool } from '../../src/base/database/pool.ts';
import { verifyLedger } from '../../src/core/ledger/verify.ts';
import { testSecret } from '../support/test-server.ts';
import { createOrderLoad, type OrderLoad } from './order-load.ts';
import { createPair, type Pair } from './standby.ts';
import { makeCompany, testTimeoutMs, until } from './support.ts';

const someOrders = 300;

let pair: Pair;
beforeAll(async () => {
  pair = await createPair();
}, testTimeoutMs);
afterAll(() => pair?.close());

async function acknowledge(load: OrderLoad): Promise<void> {
  const enough = load.acknowledgements() + someOrders;
  await until('orders are acknowledged', () => load.acknowledgements() >= enough);
}

it('keeps what it acknowledged when a standby takes over', { timeout: testTimeoutMs }, async () => {
  const pool = createPool(pair.service);
  const db = createDatabase(pool);
  const company = await makeCompany(db, 'Moved');
  const { app, runner } = await createServer({
    pool,
    publicUrl: 'http://localhost:8080',
    secrets: [testSecret],
    logger: pino({ level: 'silent' }) as never,
    trustProxy: false,
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const service = { origin, pid: process.pid, kill: async () => {}, stop: async () => 0 };
  const load = createOrderLoad(company);
  const stopLoad = load.start(service);
  await acknowledge(load);
  await pair.killPrimary();
  const refused = load.unavailable();
  await until('orders are answered with 503', () => load.unavailable() > refused);
  await pair.promote();
  await acknowledge(load);
  await stopLoad();
  await load.resendUnacknowledged(service);

  expect(await load.findProblems(service)).toEqual([]);
  const { rows } = await pool.query(
    `select (select count(*) from orders where holder_id = $1) as orders,
      (select count(distinct subject_id) from events where holder_id = $1 and type = 'order.created') as created,
      (select count(*) from events where holder_id = $1) as events`,
    [company.book.holderId],
  );
  const orders = BigInt(load.orders());
  expect(rows).toEqual([{ orders, created: orders, events: orders }]);
  expect(await verifyLedger(db)).toMatchObject({ ok: true });
  await app.close();
  await runner.stop();
  await pool.end();
});
