/** The measured service, in its own process, with one of the ways to record orders. */
import { readFile } from 'node:fs/promises';
import { commandActor } from '../src/access/actor.ts';
import { type ConnectionSettings, createDatabase, createPool } from '../src/database/pool.ts';
import { createSequencer } from '../src/events/sequencer.ts';
import { createServer } from '../src/server.ts';
import { createLogger } from '../src/service.ts';
import { createDispatcher } from '../src/webhooks/dispatcher.ts';
import { resolveName } from '../src/webhooks/resolve-name.ts';
import { secret } from './processes.ts';
import { type Variant, writerOf } from './writers.ts';

export type ServiceOrder =
  /** `delivers`: events get their positions and are sent, as in a running service. */
  | { start: { settings: ConnectionSettings; variant: Variant; delivers?: boolean } }
  | { settle: { holderId: string } }
  | { stop: true };

let stop = async (): Promise<void> => {};
let settle = async (_holderId: bigint): Promise<void> => {};

/** The peak resident memory of this process, in MiB. */
async function peakMemoryMiB(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kib = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return (kib === undefined ? process.resourceUsage().maxRSS : Number(kib)) / 1_024;
}

async function start(settings: ConnectionSettings, variant: Variant, delivers: boolean): Promise<number> {
  const pool = createPool(settings);
  const orderWriter = writerOf(variant, createDatabase(pool));
  const { app, db, runner, webhooks } = await createServer({
    pool,
    publicUrl: 'http://localhost',
    secrets: [secret],
    logger: createLogger('fatal'),
    trustProxy: false,
    webhooks: { loopbackInTest: true, allow: [] },
    ...(orderWriter === undefined ? {} : { orderWriter }),
  });
  const onError = (error: unknown): void => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  };
  const own = () => ({ addresses: new Set<string>(), port: undefined });
  const deps = { db, ...webhooks, own, resolve: resolveName, random: Math.random, onError };
  const workers = delivers ? [createSequencer({ db, onError }), createDispatcher(deps)] : [];
  for (const worker of workers) worker.start();
  stop = async () => {
    await app.close();
    for (const worker of workers) await worker.stop();
    await pool.end();
  };
  settle = (holderId) => runner.settleIfWaiting(commandActor('bench'), { holderId, mode: 'live' }, 'command');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(address).port);
}

process.on('message', async (order: ServiceOrder) => {
  if ('start' in order) {
    const { settings, variant, delivers = false } = order.start;
    process.send?.({ port: await start(settings, variant, delivers) });
  } else if ('settle' in order) {
    const began = performance.now();
    await settle(BigInt(order.settle.holderId));
    process.send?.({ seconds: (performance.now() - began) / 1_000, peakMiB: await peakMemoryMiB() });
  } else {
    const peakMiB = await peakMemoryMiB();
    await stop();
    process.send?.({ peakMiB }, () => process.exit(0));
  }
});
