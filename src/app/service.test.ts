/** docs/operating.md, "Start and stop it": a start that fails leaves nothing running, so that its supervisor starts it again. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../tests/support/test-server.ts';
import { createPool } from '../base/database/pool.ts';
import { readConfig } from './config.ts';
import { runService } from './service.ts';

const broken = new Error('The database went away.');
const fails = () => Promise.reject(broken);

it.each<[string, (server: TestServer) => Partial<TestServer>]>([
  [
    'as it joins the other processes',
    ({ rateWindows }) => ({
      rateWindows: {
        ...rateWindows,
        follow: () => {
          throw broken;
        },
      },
    }),
  ],
  ['before it listens', ({ app }) => ({ app: Object.assign(Object.create(app), { listen: fails }) })],
  ['once it listens, with jobs under way', ({ people }) => ({ people: { ...people, reseal: fails } })],
])('a start that fails %s gives everything back', async (_, change) => {
  const server = await createTestServer();
  const jobsPool = createPool(server.database.settings, { connections: 6, driverTypes: true });
  const started = runService(
    { ...server, ...change(server) },
    {
      jobsPool,
      ...{ port: 0, host: '127.0.0.1', mailTransport: undefined, retention: readConfig({}).retention },
      logger: pino({ level: 'silent' }),
    },
  );
  await expect(started).rejects.toBe(broken);

  expect(server.app.server.listening).toBe(false);
  // Never resolves while somebody has a connection.
  await jobsPool.end();
  await server.close();
});
