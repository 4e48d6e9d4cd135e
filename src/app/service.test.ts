import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestServer } from '../../tests/support/test-server.ts';
import { createPool } from '../base/database/pool.ts';
import { readConfig } from './config.ts';
import { runService } from './service.ts';

/** @returns the code of the error, or `connected`. */
const knock = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve('connected');
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });

it('leaves nothing behind when its start fails after it has begun to listen', async () => {
  const server = await createTestServer({});
  const jobsPool = createPool(server.database.settings, { connections: 6, driverTypes: true });
  let port = 0;
  const reseal = async (): Promise<never> => {
    port = (server.app.server.address() as { port: number }).port;
    throw new Error('The database is away');
  };
  const options = { jobsPool, port: 0, host: '127.0.0.1', logger: pino({ level: 'silent' }), mailTransport: undefined };
  const { retention } = readConfig({});
  const service = runService({ ...server, people: { ...server.people, reseal } }, { ...options, retention });
  await expect(service).rejects.toThrow('The database is away');
  expect(await knock(port)).toBe('ECONNREFUSED');
  // It ends once every connection is back: no job holds one.
  await jobsPool.end();
  await server.database.drop();
});
