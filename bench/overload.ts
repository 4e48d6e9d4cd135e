/** More than the service can do: ten times the connections of the peak, and more connections than that. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, median, settleDown } from './bench.ts';
import { peakConnections, type Rates } from './orders.ts';
import { load } from './processes.ts';
import { peakMiB } from './processor-time.ts';

const times = 10;
const manyConnections = 4_000;
const acceptedMaxS = 1.5;

export async function benchOverload(bench: Bench, { own, callers }: Rates): Promise<void> {
  const { db, service, quick, say, compare } = bench;
  const plan = {
    port: service.port,
    seconds: quick ? 4 : 15,
    warmUpSeconds: quick ? 2 : 5,
    send: { kind: 'order', companies: callers.slice(0, 50) },
  } as const;
  say('\nOverload, a closed loop whose clients wait as long as Retry-After says');
  const overloaded = [];
  for (const connections of [peakConnections * times, manyConnections]) {
    const result = await load({ ...plan, connections, prefix: `overload-${connections}` });
    await settleDown(db);
    await delay(1_000);
    overloaded.push(result);
    say(
      `  ${connections} connections: ${result.perSecond.toFixed(0)} /s accepted, p50 ${result.p50Ms.toFixed(0)} ms, p99 ${result.p99Ms.toFixed(0)} ms; ${result.refused} refused, ${result.failures} failed, ${result.brokenConnections} connections broken; memory ${peakMiB(service.pid).toFixed(0)} MiB`,
    );
  }
  const [ten] = overloaded;
  if (ten === undefined) return;
  const name = `with ${times} times the connections`;
  compare({ name: `accepted ÷ peak, ${name}`, values: [ten.perSecond / median(own)], aim: { atLeast: 0.9 } });
  compare({
    name: `p99 of the accepted, ${name}`,
    values: [ten.p99Ms / 1_000],
    unit: 's',
    aim: { atMost: acceptedMaxS },
  });
}
