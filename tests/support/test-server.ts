/** The whole service on a database of its own, listening to nothing: call it by `app.inject`, or `app.listen` on port 0. */
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { createServer, type Server, type ServerOptions } from '../../src/app/server.ts';
import type { Clock } from '../../src/base/clock/clock.ts';
import type { Tracing } from '../../src/base/tracing/tracer.ts';
import { positionEvents } from './position-events.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const testSecret = 'a-secret-for-tests-of-more-than-32-characters';

export type WebhookPlaces = NonNullable<ServerOptions['webhooks']>;

export type TestServer = Server & {
  database: TestDatabase;
  /** Listens on a free port of the loopback. @returns its origin. */
  listen(port?: number): Promise<string>;
  /** Gives every committed event its position, as the sequencer of a service does in the background. */
  positionEvents(): Promise<void>;
  /** Ends the server, and its database unless that was handed in. */
  close(): Promise<void>;
};

/** @param options.database the database to share with another server; its maker drops it. */
export async function createTestServer(
  options: {
    clock?: Clock;
    nowMs?: () => number;
    publicUrl?: string;
    database?: TestDatabase;
    logger?: FastifyBaseLogger;
    dashboard?: string;
    webhooks?: WebhookPlaces;
    tracing?: Tracing;
    metricsToken?: string;
    providers?: ServerOptions['providers'];
    checkPayee?: ServerOptions['checkPayee'];
    sealKeys?: ServerOptions['sealKeys'];
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase());
  const server = await createServer({
    pool: database.pool,
    publicUrl: options.publicUrl ?? 'http://localhost:8080',
    secrets: [testSecret],
    logger: options.logger ?? (pino({ level: 'silent' }) as FastifyBaseLogger),
    trustProxy: false,
    dashboard: options.dashboard,
    tracing: options.tracing,
    ...(options.providers === undefined ? {} : { providers: options.providers }),
    checkPayee: options.checkPayee,
    sealKeys: options.sealKeys,
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    ...(options.metricsToken === undefined ? {} : { metricsToken: options.metricsToken }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
  });
  return {
    ...server,
    database,
    listen: (port = 0) => server.app.listen({ port, host: '127.0.0.1' }),
    async positionEvents() {
      while ((await positionEvents(server.db)) > 0);
    },
    async close() {
      await server.app.close();
      await server.runner.stop();
      if (options.database === undefined) await database.drop();
    },
  };
}
