/** The measured service, in its own process: as `serve` runs it, with jobs, metrics and the log. */

import { createWriteStream } from 'node:fs';
import { readConfig } from '../src/app/config.ts';
import { createServer } from '../src/app/server.ts';
import { createLogger, runService } from '../src/app/service.ts';
import { type ConnectionSettings, createPool } from '../src/base/database/pool.ts';
import { commandActor } from '../src/core/access/actor.ts';
import { insertOf, type OrderWriter, type RecordedOutcome } from '../src/features/orders/record-order.ts';
import { secret } from './secret.ts';

export type ServiceOrder =
  /** `constant`: answers an order without recording it, and does nothing in the background. */
  { start: { settings: ConnectionSettings; constant: boolean } } | { settle: { holderId: string } } | { stop: true };

const jobConnections = 8;
const loopback = '127.0.0.1';

let stop = async (): Promise<void> => {};
let settle = async (_holderId: bigint): Promise<void> => {};

/** Parses, validates and answers as for a recorded order, but writes nothing. */
function answerConstant(): OrderWriter {
  let outcome: RecordedOutcome | undefined;
  const write = async (...[actor, book, draft]: Parameters<OrderWriter>): Promise<RecordedOutcome> => {
    if (outcome === undefined) {
      const { order, facts } = insertOf(actor, book, draft, new Date());
      outcome = { order: { ...order, id: 1n }, facts, created: true };
    }
    return outcome;
  };
  const many: OrderWriter['many'] = (actor, book, drafts) =>
    Promise.all(drafts.map((draft) => write(actor, book, draft)));
  return Object.assign(write, { many });
}

async function start(settings: ConnectionSettings, constant: boolean): Promise<number> {
  const pool = createPool(settings);
  const jobsPool = createPool(settings, { connections: jobConnections, driverTypes: true });
  const logger = createLogger('info', undefined, createWriteStream('/dev/null'));
  const server = await createServer({
    pool,
    publicUrl: 'http://localhost',
    secrets: [secret],
    logger,
    trustProxy: false,
    holdsRefusals: true,
    metricsToken: 'benchmark-metrics-token',
    webhooks: { loopbackInTest: true, allow: [] },
    ...(constant ? { orderWriter: answerConstant() } : {}),
  });
  if (constant) {
    await server.app.listen({ port: 0, host: loopback });
    stop = () => server.app.close();
  } else {
    const parts = { mailTransport: undefined, retention: readConfig({}).retention };
    const service = await runService(server, { jobsPool, port: 0, host: loopback, logger, ...parts });
    stop = () => service.stop();
  }
  const stopServer = stop;
  stop = async () => {
    await stopServer();
    await Promise.all([pool.end(), jobsPool.end()]);
  };
  settle = (holderId) => server.runner.settleIfWaiting(commandActor('bench'), { holderId, mode: 'live' }, 'command');
  const address = server.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the service listens on no port');
  return address.port;
}

process.on('message', async (order: ServiceOrder) => {
  if ('start' in order) {
    process.send?.({ port: await start(order.start.settings, order.start.constant) });
  } else if ('settle' in order) {
    const began = performance.now();
    await settle(BigInt(order.settle.holderId));
    process.send?.({ seconds: (performance.now() - began) / 1_000 });
  } else {
    await stop();
    process.send?.({}, () => process.exit(0));
  }
});
