/**
 * A settlement killed at any instant goes on by itself after the restart, to the same end: everybody is paid, nobody
 * twice.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { retrying } from '../../src/base/database/transaction.ts';
import { expectSettled, findRun, recordOrders, requestSettlement } from './settlement-orders.ts';
import {
  answers,
  type Company,
  createStage,
  kills,
  killsDefault,
  randomMoment,
  type Service,
  type Stage,
  testTimeoutMs,
  until,
} from './support.ts';

const ordersCount = kills > killsDefault ? 20_000 : 3_000;
/** The share of the orders behind which no kill is planned: there must be something left to kill. */
const killsUntil = 0.85;
/** About as long as one batch takes. */
const momentMs = 120;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

it(`ends a settlement through ${kills} kills of the service`, { timeout: testTimeoutMs }, async (test) => {
  const company = await stage.makeCompany('Killed service');
  let service = await stage.startService();
  const due = await recordOrders(stage, company, service, ordersCount);
  const first = requestSettlement(service, company);
  const reached: number[] = [];
  for (const point of killPoints()) {
    await progressTo(company, point);
    await service.kill();
    reached.push(await settledSoFar(company));
    service = await stage.startService();
  }
  await first;
  await untilDone(company);
  await expectSettled(stage, company, service, due);
  await service.stop();
  await tell(test, reached);
});

it(`ends a settlement through ${kills} kills of PostgreSQL`, { timeout: testTimeoutMs }, async (test) => {
  const company = await stage.makeCompany('Killed database');
  const service = await stage.startService();
  const due = await recordOrders(stage, company, service, ordersCount);
  const first = requestSettlement(service, company);
  const reached: number[] = [];
  for (const point of killPoints()) {
    await progressTo(company, point);
    // Half of the kills are felt for longer than a transaction is tried again.
    if (reached.length % 2 === 0) await stage.withoutPostgres(() => expectUnavailable(service, company));
    else await stage.killPostgres();
    await until('the service is ready again', () => answers(service, '/health/ready', 200));
    reached.push(await settledSoFar(company));
  }
  await first;
  await untilDone(company);
  await expectSettled(stage, company, service, due);
  await service.stop();
  await tell(test, reached);
});

/** Random counts of settled orders, lowest first. */
const killPoints = (): number[] =>
  Array.from({ length: kills }, () => Math.random() * ordersCount * killsUntil).sort((a, b) => a - b);

/** Waits until the run is that far, or done, and then for no particular instant. */
async function progressTo(company: Company, settled: number): Promise<void> {
  await until(`${Math.trunc(settled)} orders are settled`, async () => {
    const run = await findRun(stage, company);
    return run !== undefined && run.settled >= settled;
  });
  await randomMoment(momentMs);
}

async function settledSoFar(company: Company): Promise<number> {
  let settled = 0;
  await until('the database answers', async () => {
    settled = (await findRun(stage, company))?.settled ?? 0;
    return true;
  });
  return settled;
}

const untilDone = (company: Company): Promise<void> =>
  until('the settlement is done', async () => (await findRun(stage, company))?.status === 'done');

async function expectUnavailable(service: Service, { headers }: Company): Promise<void> {
  await until('requests are answered with 503', () => answers(service, '/partner/v1/wallets', 503, headers));
  await until('the service says that it is not ready', () => answers(service, '/health/ready', 503));
  expect(await answers(service, '/health/live', 200)).toBe(true);
  await expect(retrying(() => sql`select 1`.execute(stage.db))).rejects.toMatchObject({ code: 'unavailable' });
}

/** The figures of a run, shown by the verbose reporter. */
async function tell(test: TestContext, reached: number[]): Promise<void> {
  await test.annotate(`${kills} kills, of ${ordersCount} orders settled by then: ${reached.join(', ')}`);
}
