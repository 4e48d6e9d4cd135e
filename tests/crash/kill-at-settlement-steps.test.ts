/**
 * One settlement, interrupted at every step of a batch and at its end: by the loss of its connection, and by kill -9 of
 * the service. The next service starts while the transaction of the dead one is still open, and goes on behind it.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchOrdersMax } from '../../src/features/settlements/read-batch.ts';
import { commitGate, type Gate, orderGate, prepareCommitGates, steps } from './gates.ts';
import { cutOff, type Way, ways, waysOf } from './interruptions.ts';
import { type Due, expectSettled, findRun, recordOrders, requestSettlement } from './settlement-orders.ts';
import { type Company, createStage, type Service, type Stage, testTimeoutMs, until } from './support.ts';

const interruptions = steps.flatMap((step, index) => waysOf(index).map((way) => ({ way, step })));
/** Nine of ten orders move real money. Each of their batches is interrupted once. */
const ordersCount = Math.ceil((interruptions.length * batchOrdersMax * 10) / 9);

let stage: Stage;
let company: Company;
let service: Service;
let due: Due;
/** An order in the middle of every batch, in the order of the run. */
let middles: bigint[];
/** The gate in the next batch: the run never gets further than that. */
let stop: Gate | undefined;

beforeAll(async () => {
  stage = await createStage();
  company = await stage.makeCompany('Interrupted');
  service = await stage.startService();
  due = await recordOrders(stage, company, service, ordersCount);
  await prepareCommitGates(stage, ['settlements']);
  middles = await findMiddles();
  expect(middles).toHaveLength(interruptions.length);
  stop = await nextStop();
  void requestSettlement(service, company);
});
afterAll(() => stage?.close());

describe('a settlement goes on after the loss of', () => {
  for (const { way, step } of interruptions) {
    it(`its ${way} when ${step.name}`, { timeout: testTimeoutMs }, async () => {
      const here = stop as Gate;
      await until('the run waits in this batch', async () => (await here.waiter()) !== undefined);
      const gate = (await step.close?.(stage, company)) ?? here;
      stop = await nextStop();
      if (gate !== here) await here.open();
      await interrupt(way, gate);
      await gate.open();
    });
  }

  it('either at its very end', { timeout: testTimeoutMs }, async () => {
    const gate = await commitGate(stage, 'settlements:done');
    await stop?.open();
    for (const way of ways) await interrupt(way, gate);
    await gate.open();
  });
});

it('has paid everybody once', { timeout: testTimeoutMs }, async () => {
  await until('the settlement is done', async () => (await findRun(stage, company))?.status === 'done');
  await expectSettled(stage, company, service, due);
  await service.stop();
});

async function interrupt(way: Way, gate: Gate): Promise<void> {
  service = await cutOff(stage, service, way, gate);
}

/** Closes the next batch, if there is one. */
async function nextStop(): Promise<Gate | undefined> {
  const orderId = middles.shift();
  return orderId === undefined ? undefined : orderGate(stage, company, orderId);
}

/** Finds the middle of the batches that move real money: queues run by currency, with shadow orders last. */
async function findMiddles(): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint; queue: string }>`
    select id, currency as queue from orders
    where holder_id = ${company.book.holderId} and not is_shadow order by currency, id`.execute(stage.db);
  return [...Map.groupBy(rows, (row) => row.queue).values()].flatMap((orders) =>
    orders.filter((_, n) => n % batchOrdersMax === batchOrdersMax / 2).map((order) => order.id),
  );
}
