/**
 * `npm run bench`: prints medians and ratios. Ratios are comparable only within one run on one machine; no figure is
 * guaranteed. `--quick` takes a tenth of the time, to check that the benchmark works.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keyActor } from '../src/access/actor.ts';
import { systemClock } from '../src/clock/clock.ts';
import { migrate } from '../src/database/migrate.ts';
import { type ConnectionSettings, createDatabase, createPool, type Database } from '../src/database/pool.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { insertHolder } from '../src/holders/holders.repository.ts';
import { verifyLedger } from '../src/ledger/verify.ts';
import { createPaymentCreator } from '../src/payments/create-payment.ts';
import { removeTestDatabase, startServer } from '../tests/support/built-in-server.ts';
import { settleBarely } from './bare-settlement.ts';
import { type BenchCompany, makeCallers, makeCompany, makeOrders } from './fixtures.ts';
import { makeLists, measureLists } from './lists.ts';
import { load, startService } from './processes.ts';
import { benchWebhooks } from './webhooks.ts';
import type { Variant } from './writers.ts';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
    settlement: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    lists: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
    /** A directory for the database, which is kept: the lists are then made once. */
    keep: { type: 'string' },
  },
});
const { quick } = given;
const rounds = quick ? 1 : 5;
const seconds = quick ? 2 : 6;
const warmUpSeconds = quick ? 1 : 2;
const connections = 256;
const companiesCount = 50;
const settledOrders = quick ? 10_000 : 100_000;
const visitors = 8;
const pagesPerVisitor = quick ? 50 : 250;
const settlementRounds = quick ? 1 : 3;
/** What every read should stay below. */
const readMsMax = 100;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

const variants: { variant: Variant; name: string }[] = [
  { variant: 'batch', name: 'POST /orders' },
  { variant: 'constant', name: '(a) the same, answering a constant' },
  { variant: 'statements', name: '(b) BEGIN … COMMIT per order' },
  { variant: 'single', name: '(c) one INSERT per order' },
];

async function benchOrders(db: Database, settings: ConnectionSettings): Promise<void> {
  const companies = await makeCallers(db, companiesCount);
  const rates = new Map<Variant, number[]>();
  const lines = new Map<Variant, string>();
  let peakMiB = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { variant } of variants) {
      const service = await startService(settings, variant);
      const prefix = `${variant}-${round}`;
      const result = await load({ port: service.port, connections, seconds, warmUpSeconds, companies, prefix });
      const stopped = await service.stop();
      if (variant === 'batch') peakMiB = Math.max(peakMiB, stopped.peakMiB);
      if (result.failures > 0) throw new Error(`${result.failures} requests failed (${variant})`);
      rates.set(variant, [...(rates.get(variant) ?? []), result.perSecond]);
      lines.set(variant, `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`);
    }
  }
  const own = median(rates.get('batch') as number[]);
  say(`\nPOST /orders, ${connections} connections, ${companiesCount} companies, median of ${rounds}`);
  for (const { variant, name } of variants) {
    const rate = median(rates.get(variant) as number[]);
    const ratio = variant === 'batch' ? '' : `${(own / rate).toFixed(2)} ×`;
    say(`  ${name.padEnd(38)} ${rate.toFixed(0).padStart(7)} /s  ${ratio.padStart(8)}  ${lines.get(variant)}`);
  }
  say(`  peak memory of the service: ${peakMiB.toFixed(0)} MiB`);
}

/** Requests the payment page as a browser does, a few at a time. */
async function benchPage(db: Database, settings: ConnectionSettings): Promise<void> {
  const holderId = await inTransaction(db, (tx) => insertHolder(tx, 'merchant', 'Shop'));
  const draft = {
    amount: 1_250n,
    currency: 'EUR',
    returnUrl: 'https://shop.example/ok',
    cancelUrl: null,
    custom: null,
    webhookUrl: null,
    orderId: null,
  };
  const book = { holderId, mode: 'test' } as const;
  const { id } = await createPaymentCreator({ db, clock: systemClock }).create(
    keyActor({ clientId: 'bench', holderKind: 'merchant', holderStatus: 'active', ...book }),
    book,
    'api',
    draft,
  );
  const service = await startService(settings, 'batch');
  const address = `http://127.0.0.1:${service.port}/pay/api/v1/user/authentication/form/${id}`;
  const times: number[] = [];
  let bytes = 0;
  const ask = async (): Promise<void> => {
    for (let n = 0; n < pagesPerVisitor; n += 1) {
      const began = performance.now();
      const page = await (await fetch(address)).text();
      times.push(performance.now() - began);
      bytes = page.length;
    }
  };
  await Promise.all(Array.from({ length: visitors }, ask));
  await service.stop();
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] as number).toFixed(1);
  say(`\nThe payment page, ${visitors} visitors at once, ${times.length} pages of ${bytes} bytes`);
  say(`  p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

async function benchSettlement(db: Database, settings: ConnectionSettings): Promise<void> {
  const own: number[] = [];
  const bare: number[] = [];
  let peakMiB = 0;
  for (let round = 0; round < settlementRounds; round += 1) {
    const settled = await makeCompany(db, `Settled ${round}`);
    await makeOrders(db, settled, settledOrders);
    const service = await startService(settings, 'batch');
    const result = await service.settle(settled.holderId);
    await service.stop();
    own.push(settledOrders / result.seconds);
    peakMiB = Math.max(peakMiB, result.peakMiB);
    const barely = await makeCompany(db, `Bare ${round}`);
    await makeOrders(db, barely, settledOrders);
    bare.push(settledOrders / (await settleBarely(db, barely)));
  }
  say(`\nSettlement of ${settledOrders} orders of three splits, median of ${settlementRounds}`);
  say(`  ${'settlement run'.padEnd(38)} ${median(own).toFixed(0).padStart(7)} orders/s`);
  say(
    `  ${'one bare statement'.padEnd(38)} ${median(bare).toFixed(0).padStart(7)} orders/s  ${(median(own) / median(bare)).toFixed(2)} ×`,
  );
  say(`  peak memory of the service: ${peakMiB.toFixed(0)} MiB`);
}

/** Whether settled orders slow down a settlement: the same number of orders, without and with many older ones. */
async function benchGrowth(db: Database, settings: ConnectionSettings): Promise<void> {
  const few: number[] = [];
  const many: number[] = [];
  let peakMiB = 0;
  const grown = await makeCompany(db, 'Grown');
  const earlier = 9 * settledOrders;
  for (let done = 0; done < earlier; done += settledOrders) {
    await makeOrders(db, grown, settledOrders, done);
    await settleBarely(db, grown);
  }
  for (let round = 0; round < settlementRounds; round += 1) {
    const settle = async (company: BenchCompany, first: number): Promise<number> => {
      await makeOrders(db, company, settledOrders, first);
      const service = await startService(settings, 'batch');
      const result = await service.settle(company.holderId);
      await service.stop();
      peakMiB = Math.max(peakMiB, result.peakMiB);
      return settledOrders / result.seconds;
    };
    few.push(await settle(await makeCompany(db, `Young ${round}`), 0));
    many.push(await settle(grown, earlier + round * settledOrders));
  }
  const [ownFew, ownMany] = [median(few), median(many)];
  say(`\nSettlement of ${settledOrders} orders, median of ${settlementRounds}, by what is recorded in all`);
  say(`  ${`${settledOrders} orders`.padEnd(38)} ${ownFew.toFixed(0).padStart(7)} orders/s`);
  say(
    `  ${`${earlier + settledOrders} orders and more`.padEnd(38)} ${ownMany.toFixed(0).padStart(7)} orders/s  ${(ownMany / ownFew).toFixed(2)} ×`,
  );
  say(`  peak memory of the service: ${peakMiB.toFixed(0)} MiB`);
}

/** Whether every screen opens at once: the median of each read. */
async function benchLists(db: Database, settings: ConnectionSettings): Promise<void> {
  const orders = quick ? 10_000 : 100_000;
  await makeLists(db, orders);
  const results = await measureLists(db, settings, quick ? 5 : 30);
  const slow = results.filter(({ p50Ms }) => p50Ms >= readMsMax).length;
  say(`\nWhat the dashboard reads, ${orders} orders and payments, 10 transfers for each in all`);
  for (const { path, p50Ms, p99Ms } of results) {
    say(`  ${path.padEnd(68)} p50 ${p50Ms.toFixed(1).padStart(7)} ms  p99 ${p99Ms.toFixed(1).padStart(7)} ms`);
  }
  say(`  ${results.length} reads, ${slow} of them at ${readMsMax} ms or more`);
}

const dataDir = await (given.keep === undefined
  ? mkdtemp(join(tmpdir(), 'sluice-bench-'))
  : mkdir(given.keep, { recursive: true }).then(() => resolve(given.keep as string)));
const server = await startServer({ dataDir, own: true });
const settings: ConnectionSettings = server.service;
const pool = createPool(settings);
// Creating and verifying the test data takes longer than the timeout of the service.
pool.options.statement_timeout = 0;
try {
  await migrate(server);
  const db = createDatabase(pool);
  const parts = ['orders', 'settlement', 'growth', 'lists', 'webhooks'] as const;
  const wanted = (part: (typeof parts)[number]): boolean => given[part] || parts.every((one) => !given[one]);
  if (wanted('orders')) await benchOrders(db, settings);
  if (wanted('settlement')) await benchSettlement(db, settings);
  if (wanted('settlement')) await benchPage(db, settings);
  if (wanted('growth')) await benchGrowth(db, settings);
  if (wanted('lists')) await benchLists(db, settings);
  if (wanted('webhooks')) await benchWebhooks(db, settings, { rounds, seconds, warmUpSeconds, say, median });
  const { ok } = await verifyLedger(db);
  say(`\nThe books ${ok ? 'balance' : 'DO NOT BALANCE'}.`);
} finally {
  await pool.end();
  await server.stop();
  if (given.keep === undefined) {
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}
