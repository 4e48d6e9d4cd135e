/**
 * Two processes of the service on one database: a key pair that was revoked elsewhere is refused by both, one settlement
 * that both are asked for runs once, and one whose process dies is finished by the other.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ageMaxMs } from '../../src/base/database/row-cache.ts';
import { revokeKeyPair } from '../../src/features/api-keys/manage-keys.ts';
import { shell } from '../support/actors.ts';
import { makeKey } from '../support/holders.ts';
import { orderGate } from './gates.ts';
import { expectSettled, findRun, recordOrders, requestSettlement } from './settlement-orders.ts';
import {
  answers,
  type Company,
  createStage,
  findFreePort,
  type Service,
  type Stage,
  testTimeoutMs,
  until,
} from './support.ts';

const ordersCount = 1_500;
/** Sent to each process at once. */
const requestsCount = 4;

let stage: Stage;
let company: Company;
let services: Service[];
beforeAll(async () => {
  stage = await createStage();
  company = await stage.makeCompany('Two processes');
  services = [await stage.startService(), await stage.startService({ PORT: String(await findFreePort()) })];
}, testTimeoutMs);
afterAll(() => stage?.close());

it('a key pair revoked by another process is refused by both, long before their caches are read again', async () => {
  const pair = await makeKey(stage.db, company.book.holderId);
  const headers = { 'x-client-id': pair.clientId, 'x-client-secret': pair.clientSecret };
  const all = async (status: number): Promise<boolean> =>
    (await Promise.all(services.map((service) => answers(service, '/partner/v1/wallets', status, headers)))).every(
      (is) => is,
    );
  expect(await all(200)).toBe(true);
  const before = performance.now();
  await revokeKeyPair(shell, { db: stage.db }, pair.clientId);
  await until('both refuse it', () => all(401));
  expect(performance.now() - before).toBeLessThan(ageMaxMs.least);
  expect(await all(401)).toBe(true);
});

it('a settlement that both are asked for runs once', { timeout: testTimeoutMs }, async () => {
  const [one] = services as [Service];
  const due = await recordOrders(stage, company, one, ordersCount);
  const asked = services.flatMap((service) => Array.from({ length: requestsCount }, () => service));
  const told = await Promise.all(asked.map((service) => requestSettlement(service, company)));
  const first = told[0]?.data.settlement_id;
  expect(first).toBeDefined();
  for (const answer of told) expect(answer).toMatchObject({ data: { settlement_id: first } });
  await expectSettled(stage, company, one, due);
});

it('a settlement whose process dies is finished by the other, which nobody restarts', {
  timeout: testTimeoutMs,
}, async () => {
  const [dies, stays] = services as [Service, Service];
  const orphaned = await stage.makeCompany('Orphaned');
  const due = await recordOrders(stage, orphaned, dies, 100);
  const { rows } = await stage.pool.query<{ id: string }>(
    "select max(id) as id from orders where holder_id = $1 and settlement_status = 'unsettled' and not is_shadow",
    [orphaned.book.holderId],
  );
  const gate = await orderGate(stage, orphaned, BigInt(rows[0]?.id as string));
  void requestSettlement(dies, orphaned);
  await until('the run waits in its batch', async () => (await gate.waiter()) !== undefined);
  await dies.kill();
  await gate.open();
  // As if the process had died a while ago: only the round that notices it is waited for.
  await stage.pool.query("update settlements set progressed_at = now() - interval '1 minute' where status = 'running'");
  await until('the settlement is done', async () => (await findRun(stage, orphaned))?.status === 'done');
  await expectSettled(stage, orphaned, stays, due);
});
