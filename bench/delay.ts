/** How long an order takes when the service is half as busy as it can be, beside a single INSERT at the same rate. */
import { type Bench, median, ratios, settleDown, spread } from './bench.ts';
import { makeCompany, storedSplits } from './fixtures.ts';
import { peakConnections, type Rates } from './orders.ts';
import { load, loadInserts } from './processes.ts';

const insertConnections = 32;

export async function benchDelay(bench: Bench, { own, callers }: Rates): Promise<void> {
  const { db, settings, service, rounds, seconds, warmUpSeconds, say, compare } = bench;
  const rate = median(own) / 2;
  const company = await makeCompany(db, 'Inserts');
  const inserts = {
    settings,
    holderId: company.holderId.toString(),
    splits: storedSplits(company),
    connections: insertConnections,
    rate,
    warmUpSeconds,
  };
  let eventsBefore = 0;
  const delays = { orders: [] as number[], inserts: [] as number[] };
  const medians = { orders: [] as number[], inserts: [] as number[] };
  const longest: number[] = [];
  const reached: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const orders = await load({
      port: service.port,
      connections: peakConnections,
      seconds: seconds * 2,
      warmUpSeconds,
      rate,
      send: { kind: 'order', companies: callers.slice(0, 50) },
      prefix: `paced-${round}`,
    });
    await settleDown(db);
    if (orders.failures + orders.refused > 0) throw new Error(`requests failed: ${JSON.stringify(orders)}`);
    const prefix = `inserted-${round}`;
    const bare = await loadInserts({ ...inserts, eventsBefore, seconds: seconds * 2, prefix });
    eventsBefore += bare.inserted;
    delays.orders.push(orders.p99Ms);
    delays.inserts.push(bare.p99Ms);
    medians.orders.push(orders.p50Ms);
    medians.inserts.push(bare.p50Ms);
    longest.push(orders.maxMs);
    reached.push(bare.perSecond);
  }
  say(`\nOpen loop at ${rate.toFixed(0)} /s, half of the peak: milliseconds from when each was due`);
  say(`  ${'POST /orders, p50'.padEnd(38)} ${spread(medians.orders, 1)}`);
  say(`  ${'POST /orders, p99'.padEnd(38)} ${spread(delays.orders, 1)}`);
  say(`  ${'POST /orders, longest'.padEnd(38)} ${spread(longest, 1)}`);
  say(`  ${'one INSERT each, p50'.padEnd(38)} ${spread(medians.inserts, 1)}`);
  say(`  ${'one INSERT each, p99'.padEnd(38)} ${spread(delays.inserts, 1)} of which ${spread(reached)} /s were done`);
  const name = 'p99 at half of the peak ÷ one INSERT at the same rate';
  compare({ name, values: ratios(delays.orders, delays.inserts), aim: { atMost: 2 } });
}
