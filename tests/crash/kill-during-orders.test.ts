/**
 * Killed at any instant under load, the service loses nothing that it acknowledged and records nothing twice; nor does
 * it when its database is killed.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { answerGate, terminate } from './gates.ts';
import { createOrderLoad, type OrderLoad } from './order-load.ts';
import {
  answers,
  type Company,
  createStage,
  kills,
  randomInteger,
  randomMoment,
  type Service,
  type Stage,
  testTimeoutMs,
  until,
} from './support.ts';

/** How many acknowledgements a kill waits for, at the least and on top of it. */
const warmUp = 100;
const warmUpSpread = 300;
const momentMs = 30;
const ordersAtOnce = 1_000;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

it(`keeps what it acknowledged through ${kills} kills of the service`, { timeout: testTimeoutMs }, async (test) => {
  const company = await stage.makeCompany('Killed service');
  const load = createOrderLoad(company);
  let resent = 0;
  let service = await stage.startService();
  for (let kill = 0; kill < kills; kill += 1) {
    const stopLoad = load.start(service);
    await someOrders(load);
    await service.kill();
    await stopLoad();

    service = await stage.startService();
    resent += await load.resendUnacknowledged(service);
    await expectAllThere(load, company, service);
  }
  await service.stop();
  await tell(test, load, `${resent} orders sent again`);
});

it(`keeps what it acknowledged through ${kills} kills of PostgreSQL`, { timeout: testTimeoutMs }, async (test) => {
  const company = await stage.makeCompany('Killed database');
  const load = createOrderLoad(company);
  let resent = 0;
  const service = await stage.startService();
  for (let kill = 0; kill < kills; kill += 1) {
    const stopLoad = load.start(service);
    await someOrders(load);
    // Half of the kills are felt for as long as it takes to see what clients are told meanwhile.
    if (kill % 2 === 0) await stage.withoutPostgres(() => expectUnavailable(load, service));
    else await stage.killPostgres();
    await someOrders(load);
    await stopLoad();

    resent += await load.resendUnacknowledged(service);
    await expectAllThere(load, company, service);
  }
  await service.stop();
  await tell(test, load, `${load.unavailable()} answers of 503, ${resent} orders sent again`);
});

it('keeps what it recorded of many orders in one request when it is killed half-way', {
  timeout: testTimeoutMs,
}, async () => {
  const company = await stage.makeCompany('Killed in bulk');
  const load = createOrderLoad(company);
  let service = await stage.startService();
  const sent = load.sendMany(service, ordersAtOnce);
  await until('some are recorded', async () => {
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from orders where holder_id = ${company.book.holderId}`.execute(stage.db);
    return (rows[0]?.orders ?? 0) > 0;
  });
  await service.kill();
  expect(await sent).toBe('dead');

  service = await stage.startService();
  expect(await load.resendMany(service)).toBe(ordersAtOnce);
  await expectAllThere(load, company, service);
  await service.stop();
});

it('tells who created an order although the database could not', { timeout: testTimeoutMs }, async () => {
  const company = await stage.makeCompany('Lost answer');
  const load = createOrderLoad(company);
  const service = await stage.startService();
  const stopLoad = load.start(service);
  await someOrders(load);
  const gate = await answerGate(stage, '%insert into orders%');
  let backend: number | undefined;
  await until('orders are committed and not answered', async () => {
    backend = await gate.waiter();
    return backend !== undefined;
  });
  await terminate(stage, backend as number);
  await gate.open();
  await someOrders(load);
  await stopLoad();

  expect(load.unanswered()).toBe(0);
  await expectAllThere(load, company, service);
  await service.stop();
});

it('leaves whole books', () => stage.verify());

/** Waits until some more orders are acknowledged, and then for no particular instant. */
async function someOrders(load: OrderLoad): Promise<void> {
  const enough = load.acknowledgements() + warmUp + randomInteger(warmUpSpread);
  await until('orders are acknowledged', () => load.acknowledgements() >= enough);
  await randomMoment(momentMs);
}

async function expectUnavailable(load: OrderLoad, service: Service): Promise<void> {
  const before = load.unavailable();
  await until('orders are answered with 503', () => load.unavailable() > before);
  await until('the service says that it is not ready', () => answers(service, '/health/ready', 503));
  expect(await answers(service, '/health/live', 200)).toBe(true);
}

async function expectAllThere(load: OrderLoad, company: Company, service: Service): Promise<void> {
  expect(await load.findProblems(service)).toEqual([]);
  const { holderId } = company.book;
  const { rows } = await sql<{ orders: bigint; told: bigint; events: bigint }>`
    select (select count(*) from orders where holder_id = ${holderId}) as orders,
      (select count(distinct subject_id) from events where holder_id = ${holderId} and type = 'order.created') as told,
      (select count(*) from events where holder_id = ${holderId}) as events`.execute(stage.db);
  const [{ orders, told, events } = {}] = rows;
  expect({ told, events }).toEqual({ told: orders, events: orders });
  await expectPositions(company);
  await expectBooksToHold(stage.db);
}

/** Every event of the company got one position, in front of none that is missing. The service must run. */
async function expectPositions({ book }: Company): Promise<void> {
  const count = async () => {
    const { rows } = await sql<{ events: bigint; given: bigint; last: bigint | null }>`
      select count(*) as events, count(distinct position) as given, max(position) as last from events
      where holder_id = ${book.holderId}`.execute(stage.db);
    return rows[0] as (typeof rows)[number];
  };
  await until('every event has its position', async () => {
    const { events, given } = await count();
    return events === given;
  });
  const { events, last } = await count();
  expect(last).toBe(events);
}

/** The figures of a run, shown by the verbose reporter. */
async function tell(test: TestContext, load: OrderLoad, rest: string): Promise<void> {
  const counts = `${load.orders()} orders acknowledged ${load.acknowledgements()} times`;
  await test.annotate(`${kills} kills, ${counts}, ${rest}`);
}
