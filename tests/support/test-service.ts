/** A server with its jobs, as `npm start` runs them, on a database and a port of its own. */
import { pino } from 'pino';
import type { Clock } from '../../src/clock/clock.ts';
import { createPool } from '../../src/database/pool.ts';
import { runService } from '../../src/service.ts';
import { createTestServer, type TestServer, type WebhookPlaces } from './test-server.ts';

export async function createTestService(
  options: { clock?: Clock; webhooks?: WebhookPlaces } = {},
): Promise<TestServer> {
  const server = await createTestServer(options);
  const jobsPool = createPool(server.database.settings, { connections: 6, driverTypes: true });
  const logger = pino({ level: 'silent' });
  const service = await runService(server, {
    jobsPool,
    port: 0,
    host: '127.0.0.1',
    logger,
    mailTransport: undefined,
  });
  return {
    ...server,
    async close() {
      await service.stop();
      await jobsPool.end();
      await server.database.drop();
    },
  };
}
