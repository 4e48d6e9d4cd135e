/**
 * Two processes of the service on one database beside one. PostgreSQL and the load generators are taken to be elsewhere: what counts is
 * the service's own processor time for an order, which says how many orders as many cores can take.
 */
import { type Bench, ratios, settleDown, spread } from './bench.ts';
import { makeCallers } from './fixtures.ts';
import { load, type RunningServer, startService } from './processes.ts';
import { processorSeconds } from './processor-time.ts';

const connections = 128;
const companies = 50;

/** @returns microseconds of processor time for each order, of all these services together. */
async function costOf(
  { db, seconds, warmUpSeconds }: Bench,
  services: readonly RunningServer[],
  send: { kind: 'order'; companies: Awaited<ReturnType<typeof makeCallers>> },
  prefix: string,
): Promise<number> {
  const used = (): number => services.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const before = used();
  const results = await Promise.all(
    services.map(({ port }, index) =>
      load({ port, connections, seconds, warmUpSeconds, send, prefix: `${prefix}-${index}` }),
    ),
  );
  await settleDown(db);
  if (results.some((one) => one.failures + one.brokenConnections > 0)) {
    throw new Error(`requests failed: ${JSON.stringify(results)}`);
  }
  return ((used() - before) / results.reduce((sum, one) => sum + one.requestsInAll, 0)) * 1e6;
}

export async function benchTwoWorkers(bench: Bench): Promise<void> {
  const { db, settings, service, rounds, say, compare } = bench;
  const send = { kind: 'order' as const, companies: await makeCallers(db, companies) };
  const second = await startService(settings);
  await costOf(bench, [service, second], send, 'warm');
  const [alone, together]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await costOf(bench, [service], send, `alone-${round}`));
    together.push(await costOf(bench, [service, second], send, `together-${round}`));
  }
  await second.stop();
  say('\nMicroseconds of processor time of the service for an order');
  say(`  ${'one process'.padEnd(38)} ${spread(alone)}`);
  say(`  ${'two processes'.padEnd(38)} ${spread(together)}`);
  compare({
    name: 'orders of two processes on two cores ÷ one on one',
    values: ratios(alone, together).map((ratio) => 2 * ratio),
    aim: { atLeast: 1.8 },
  });
}
