/** A server with its jobs, as `npm start` runs them, on a database and a port of its own. */

import { pino } from 'pino';
import { readConfig } from '../../src/app/config.ts';
import { runService } from '../../src/app/service.ts';
import type { Clock } from '../../src/base/clock/clock.ts';
import { createPool } from '../../src/base/database/pool.ts';
import type { Tracing } from '../../src/base/tracing/tracer.ts';
import type { TestDatabase } from './test-database.ts';
import { createTestServer, type TestServer, type WebhookPlaces } from './test-server.ts';

/**
 * @param options.port where it listens, and what its addresses name; any free one by default.
 * @param options.database the database to go on with; its maker drops it.
 */
export async function createTestService(
  options: { clock?: Clock; port?: number; database?: TestDatabase; webhooks?: WebhookPlaces; tracing?: Tracing } = {},
): Promise<TestServer> {
  const { port = 0, ...parts } = options;
  const server = await createTestServer({
    ...parts,
    ...(port === 0 ? {} : { publicUrl: `http://localhost:${port}` }),
  });
  const jobsPool = createPool(server.database.settings, { connections: 6, driverTypes: true });
  const logger = pino({ level: 'silent' });
  const service = await runService(server, {
    jobsPool,
    port,
    host: '127.0.0.1',
    logger,
    mailTransport: undefined,
    retention: readConfig({}).retention,
  });
  return {
    ...server,
    async close() {
      await service.stop();
      await jobsPool.end();
      if (options.database === undefined) await server.database.drop();
    },
  };
}
