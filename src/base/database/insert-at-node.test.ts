/**
 * Orders and payments inserted where sequences are not: the same as elsewhere, and without a word to another machine, since one
 * that is away would hold up the books of all.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftOf, partner } from '../../../tests/fixtures/order-values.ts';
import { shell, shopKey } from '../../../tests/support/actors.ts';
import { makeCompany } from '../../../tests/support/holders.ts';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createOrderWriter } from '../../features/orders/record-order.ts';
import { createPaymentCreator } from '../../features/payments/create-payment.ts';
import { systemClock } from '../clock/clock.ts';
import { type Machine, settingsAt } from './machines.ts';
import { type NodeConnection, openNodeConnections } from './node-connections.ts';
import { createDatabase, createPool } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const order = (ref: string) =>
  draftOf(ref, [partner(1_000n)], { paymentSource: 'card', currency: 'USD', warnings: ['a "warning"'] });

const payment = {
  amount: 1_250n,
  currency: 'EUR',
  returnUrl: 'https://shop.example/thanks',
  cancelUrl: null,
  custom: 'its “own”',
  webhookUrl: null,
  orderId: null,
};

/** Records orders and a payment of a new company, some twice. @returns what is stored of them. */
async function record(holderId: bigint, node: NodeConnection) {
  const deps = { db: database.db, placement: { of: () => node, forget() {} }, clock: systemClock };
  const book = { holderId, mode: 'live' } as const;
  const write = createOrderWriter(deps);
  const [first] = await Promise.all(['a', 'b', 'a'].map((ref) => write(shell, book, order(ref))));
  await Promise.all(['b', 'c', 'd'].map((ref) => write(shell, book, order(ref))));
  const { id } = await createPaymentCreator(deps).create(shopKey(book), book, 'api', payment);
  const { rows: events } = await database.pool.query(
    `select type, subject_id as subject, data from events where holder_id = $1 order by subject_kind, data->>'partner_order_ref'`,
    [holderId],
  );
  const { rows: orders } = await database.pool.query(
    'select id::text, partner_order_ref as ref, splits, warnings from orders where holder_id = $1 order by partner_order_ref',
    [holderId],
  );
  expect(events.map(({ subject }) => subject)).toEqual([...orders.map((one) => one.id), id]);
  expect(orders.map((one) => one.ref)).toEqual(['a', 'b', 'c', 'd']);
  expect(first?.order.id.toString()).toBe(orders[0].id);
  for (const [index, { id: orderId }] of orders.entries()) expect(String(events[index].data.order_id)).toBe(orderId);
  const text = JSON.stringify({ events: events.map(({ type, data }) => ({ type, data })), orders });
  return text.replaceAll(id, 'PAYMENT').replace(/("(order_)?id":)"?\d+"?|(?<=_at":)"[^"]*"/g, '$1');
}

it('is stored as elsewhere, each once, with its event', async () => {
  const here = await record(await makeCompany(database.db), { db: database.db, isWorker: false });
  expect(here).toContain('payment.created');
  const there = await record(await makeCompany(database.db), { db: database.db, isWorker: true });
  expect(there).toBe(here);
});

it.runIf(onCluster)('sends nothing to another machine', async () => {
  const nodes = await openNodeConnections(database.pool);
  const holderId = await makeCompany(database.db);
  await nodes.of(holderId);
  const { rows } = await database.pool.query<Machine>(
    `select nodename as host, nodeport::int4 as port from pg_dist_node join pg_dist_placement using (groupid)
    where shardid = get_shard_id_for_distribution_column('orders', $1::bigint)`,
    [holderId],
  );
  const pool = createPool(settingsAt(database.pool, rows[0] as Machine), { connections: 1 });
  const said: string[] = [];
  pool.on('connect', (client) => client.on('notice', ({ message }) => said.push(String(message))));
  await pool.query('set citus.log_remote_commands = on');
  await pool.query('set client_min_messages = log');
  await record(holderId, { db: createDatabase(pool), isWorker: true });
  expect(said.filter((message) => message.startsWith('issuing'))).toEqual([]);
  expect(said.filter((message) => message.startsWith('executing'))).not.toEqual([]);
  await Promise.all([pool.end(), nodes.close()]);
});
