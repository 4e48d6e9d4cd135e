/**
 * `npm run bench -- --year N`: what a year of one large platform, N transfers, changes about everything that works on it, beside the
 * same platform with 1,000,000. Both are measured on the same data directory: the small one on a copy.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backUp } from '../src/app/back-up.ts';
import { sumBytes } from '../src/base/backups/manifest.ts';
import { openPlace } from '../src/base/backups/open-place.ts';
import { migrate } from '../src/base/database/migrate.ts';
import { createDatabase, createPool, type Database } from '../src/base/database/pool.ts';
import type { EmbeddedServer } from '../src/base/embedded-postgres/index.ts';
import { runVerification } from '../src/core/ledger/run-verification.ts';
import { copyDatabaseOf, removeTestDatabase, startServer } from '../tests/support/built-in-server.ts';
import { type Comparison, comparisonLine, median, ratios, settleDown } from './bench.ts';
import { makeOrders } from './fixtures.ts';
import { idOf, makeLists, measureLists, type Read } from './lists.ts';
import { leaveIdsFree, makePastOrders } from './past-orders.ts';
import { startService } from './processes.ts';

type Year = { dir: string; transfers: number; quick: boolean; say(text: string): void };
type Open = { db: Database; server: EmbeddedServer; pool: ReturnType<typeof createPool>; dataDir: string };

type YearFigures = {
  transfers: number;
  reads: Read[];
  /** Orders a second, one figure for each round. */
  settled: number[];
  /** Seconds, after as many new orders in each round. */
  incremental: number[];
  full: number;
  backup: { seconds: number; bytes: number };
};

const settleRounds = 5;
const ratioMin = 0.8;

export async function benchYear({ dir, transfers, quick, say }: Year): Promise<void> {
  const [small, large] = [join(dir, 'small'), join(dir, 'large')];
  const orders = quick ? 10_000 : 100_000;
  for (const made of [small, large]) await mkdir(made, { recursive: true });
  await opened(large, async ({ db }) => {
    await leaveIdsFree(db, transfers);
    await makeLists(db, orders);
  });
  copyDatabaseOf(large, small);
  const few = await opened(small, (open) => measure(open, { orders, quick, say }));
  await opened(large, async ({ db }) => {
    await makePastOrders(db, (await idOf(db, 'company', 'Listed')) as bigint, transfers);
    await sql`vacuum analyze`.execute(db);
  });
  const many = await opened(large, (open) => measure(open, { orders, quick, say }));
  for (const made of [small, large]) await removeTestDatabase(made);
  await rm(dir, { recursive: true });
  compare(few, many, say);
}

/** What a year leaves of each speed. */
function compare(few: YearFigures, many: YearFigures, say: Year['say']): void {
  const before = new Map(few.reads.map(({ path, p50Ms }) => [path, p50Ms]));
  const reads = many.reads
    .map(({ path, p50Ms }) => ({ path, p50Ms, ratio: (before.get(path) as number) / p50Ms }))
    .sort((a, b) => a.ratio - b.ratio);
  const slower = reads.filter(({ ratio }) => ratio < ratioMin);
  say(`\n${slower.length} of ${reads.length} reads keep less than ${ratioMin} of their speed`);
  for (const { path, p50Ms, ratio } of slower)
    say(`  ${path.padEnd(68)} ${ratio.toFixed(2)}  p50 ${p50Ms.toFixed(1)} ms`);
  const each = ({ transfers }: YearFigures, seconds: number): number => seconds / transfers;
  const lines: Omit<Comparison, 'aim'>[] = [
    { name: 'settlement', values: ratios(many.settled, few.settled) },
    { name: 'reads, each by itself', values: reads.map(({ ratio }) => ratio) },
    { name: 'incremental verification', values: ratios(few.incremental, many.incremental) },
    { name: 'full verification, for a transfer', values: [each(few, few.full) / each(many, many.full)] },
    { name: 'backup, for a transfer', values: [each(few, few.backup.seconds) / each(many, many.backup.seconds)] },
  ];
  say(`\n${many.transfers} transfers beside ${few.transfers}: median (lowest to highest), and what was aimed at`);
  for (const line of lines) say(comparisonLine({ ...line, aim: { atLeast: ratioMin } }));
}

async function opened<T>(dataDir: string, use: (open: Open) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir, own: true });
  const pool = createPool(server.owner);
  pool.options.statement_timeout = 0;
  try {
    await migrate(server);
    return await use({ db: createDatabase(pool), server, pool, dataDir });
  } finally {
    await pool.end();
    await server.stop();
  }
}

async function measure(
  { db, server, pool, dataDir }: Open,
  { orders, quick, say }: { orders: number; quick: boolean; say(text: string): void },
): Promise<YearFigures> {
  const counted = await sql<{ count: bigint }>`select count(*) from transfers`.execute(db);
  const transfers = Number(counted.rows[0]?.count);
  say(`${transfers} transfers`);
  const reads = await measureLists(db, server.service, quick ? 3 : 7);
  say(`  reads: median ${median(reads.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms`);
  const full = await verify(db, true);
  say(`  full verification: ${full.toFixed(1)} s`);
  const { settled, incremental } = await settleInRounds({ db, server, orders: orders / 10 });
  say(
    `  settled: ${settled.map(Math.round).join(', ')} orders/s; incremental: ${incremental.map((s) => s.toFixed(2)).join(', ')} s`,
  );
  const backup = await backUpOnce({ dataDir, pool });
  say(`  backup: ${backup.seconds.toFixed(0)} s, ${(backup.bytes / 2 ** 20).toFixed(0)} MiB`);
  return { transfers, reads, settled, incremental, full, backup };
}

async function verify(db: Database, full: boolean): Promise<number> {
  const began = performance.now();
  const done = await runVerification(db, { full });
  if (done === undefined || !done.ok) {
    const found = done?.checks.filter(({ count }) => count > 0).map(({ name, offences }) => ({ name, ...offences[0] }));
    throw new Error(`the books do not balance: ${JSON.stringify(found)}`);
  }
  if (done.kind !== (full ? 'full' : 'incremental')) throw new Error(`the verification was ${done.kind}`);
  return (performance.now() - began) / 1_000;
}

/** Each round settles new orders of the platform, and then verifies what changed. */
async function settleInRounds({ db, server, orders }: { db: Database; server: EmbeddedServer; orders: number }) {
  const [settled, incremental]: [number[], number[]] = [[], []];
  const service = await startService(server.service);
  const holderId = (await idOf(db, 'company', 'Listed')) as bigint;
  const { rows } = await sql<{ merchant: bigint; courier: bigint }>`
    select min(id) filter (where type = 'merchant') as merchant, min(id) filter (where type = 'courier') as courier
    from links where company_id = ${holderId}`.execute(db);
  const company = { holderId, ...(rows[0] as { merchant: bigint; courier: bigint }) };
  try {
    for (let round = 0; round <= settleRounds; round += 1) {
      const before = await countSettled(db, holderId);
      await makeOrders(db, company, orders, 1_000_000_000 + round * orders);
      await settleDown(db);
      const seconds = await service.settle(holderId);
      await settleDown(db);
      const verified = await verify(db, false);
      // The first one settles what waited, and warms the plans.
      if (round === 0) continue;
      settled.push(((await countSettled(db, holderId)) - before) / seconds);
      incremental.push(verified);
    }
  } finally {
    await service.stop();
  }
  return { settled, incremental };
}

async function countSettled(db: Database, holderId: bigint): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum(orders_settled), 0) as count from settlements where holder_id = ${holderId}`.execute(db);
  return Number(rows[0]?.count);
}

async function backUpOnce({ dataDir, pool }: Pick<Open, 'dataDir' | 'pool'>): Promise<YearFigures['backup']> {
  const path = `${dataDir}-backup`;
  const began = performance.now();
  const place = await openPlace({ kind: 'directory', path });
  const { manifest } = await backUp({ dataDir, pool, place, keep: 'all', recipient: undefined, log: () => {} });
  const seconds = (performance.now() - began) / 1_000;
  await rm(path, { recursive: true });
  return { seconds, bytes: sumBytes(manifest) };
}
