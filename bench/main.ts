/**
 * `npm run bench`: prints medians, their spread, and ratios. Ratios are comparable only within one run on one machine; no
 * figure is guaranteed. `--quick` takes a tenth of the time, to check that the benchmark works.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../src/base/database/migrate.ts';
import { type ConnectionSettings, createDatabase, createPool, type Database } from '../src/base/database/pool.ts';
import { verifyLedger } from '../src/core/ledger/verify.ts';
import { postmasterPid, removeTestDatabase, startServer } from '../tests/support/built-in-server.ts';
import { benchBacklog } from './backlog.ts';
import { type Bench, comparisonLine } from './bench.ts';
import { benchDelay } from './delay.ts';
import { makeLists, measureLists } from './lists.ts';
import { benchMerchant } from './merchant.ts';
import { benchNeighbor } from './neighbor.ts';
import { benchOrders } from './orders.ts';
import { benchOverload } from './overload.ts';
import { benchPage } from './page.ts';
import { startService } from './processes.ts';
import { peakMiB } from './processor-time.ts';
import { benchGrowth, benchSettlement } from './settlement.ts';
import { benchStatements } from './statements.ts';
import { benchTwoWorkers } from './two-workers.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchYear } from './year.ts';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
    settlement: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    workers: { type: 'boolean', default: false },
    lists: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
    neighbor: { type: 'boolean', default: false },
    /** Never part of everything: it takes ten minutes. */
    backlog: { type: 'boolean', default: false },
    /** Never part of everything either: so many transfers, in databases of its own. */
    year: { type: 'string' },
    /** A directory for the database, which is kept: the lists are then made once. */
    keep: { type: 'string' },
  },
});
const { quick } = given;
const memoryMaxMiB = 256;
/** What every read should stay below. */
const readMsMax = 100;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

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

const parts = ['orders', 'workers', 'settlement', 'growth', 'webhooks', 'neighbor', 'statements', 'lists'] as const;
const wanted = (part: (typeof parts)[number]): boolean =>
  given[part] || (!given.backlog && parts.every((one) => !given[one]));

/** Everything that one service can be asked for. */
async function benchService(db: Database, settings: ConnectionSettings, postmaster: number): Promise<void> {
  const lines: string[] = [];
  const service = await startService(settings);
  const bench: Bench = {
    db,
    settings,
    postmaster,
    service,
    quick,
    rounds: quick ? 1 : 3,
    seconds: quick ? 2 : 6,
    warmUpSeconds: quick ? 1 : 2,
    say,
    compare: (line) => void lines.push(comparisonLine(line)),
  };
  if (wanted('orders')) {
    const rates = await benchOrders(bench);
    await benchDelay(bench, rates);
    await benchMerchant(bench, rates);
    await benchOverload(bench, rates);
  }
  if (wanted('workers')) await benchTwoWorkers(bench);
  if (wanted('settlement')) {
    await benchSettlement(bench);
    await benchPage(bench);
  }
  if (wanted('growth')) await benchGrowth(bench);
  const memory = {
    name: 'highest memory of the service, all of the above',
    unit: 'MiB',
    aim: { atMost: memoryMaxMiB },
  };
  bench.compare({ ...memory, values: [peakMiB(service.pid)] });
  if (wanted('neighbor')) await benchNeighbor(bench);
  if (wanted('webhooks')) await benchWebhooks(bench);
  if (given.backlog) await benchBacklog(bench);
  if (wanted('statements')) await benchStatements(bench);
  await service.stop();
  say(`\nRatios: median of ${bench.rounds} rounds (lowest to highest), and what was aimed at`);
  for (const line of lines) say(line);
}

if (given.year !== undefined) {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-year-'));
  await benchYear({ dir, transfers: Number(given.year), quick, say });
  process.exit();
}
const dataDir = await (given.keep === undefined
  ? mkdtemp(join(tmpdir(), 'sluice-bench-'))
  : mkdir(given.keep, { recursive: true }).then(() => resolve(given.keep as string)));
const server = await startServer({ dataDir, own: true });
const settings: ConnectionSettings = server.service;
// The owner, who may analyze what is made. Making it takes longer than the service's timeout.
const pool = createPool(server.owner);
pool.options.statement_timeout = 0;
try {
  await migrate(server);
  const db = createDatabase(pool);
  if (given.backlog || parts.some((part) => part !== 'lists' && wanted(part))) {
    await benchService(db, settings, postmasterPid(dataDir) as number);
  }
  if (wanted('lists')) await benchLists(db, settings);
  const { ok, checks } = await verifyLedger(db);
  say(`\nThe books ${ok ? 'balance' : 'DO NOT BALANCE'}.`);
  for (const { name, count, offences } of checks) {
    if (count > 0) say(`  ${name}: ${count} offences, such as ${offences[0]?.row} ${offences[0]?.problem}`);
  }
} finally {
  await pool.end();
  await server.stop();
  if (given.keep === undefined) {
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}
