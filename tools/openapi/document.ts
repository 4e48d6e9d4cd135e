/** The OpenAPI document of a service with all optional routes. Opens no port and uses no database. */
import pg from 'pg';
import { pino } from 'pino';
import { registerProviders } from '../../src/api/providers/index.ts';
import { createServer } from '../../src/app/server.ts';
import { builtIn } from '../../src/features/providers/registry.ts';

/** Returns no rows for every statement. */
class EmptyPool extends pg.Pool {
  override connect(): never {
    return Promise.resolve({ query: this.query, release: () => {} }) as never;
  }

  override query(): never {
    return Promise.resolve({ rows: [], rowCount: 0 }) as never;
  }
}

export async function describeEverything(): Promise<Record<string, unknown>> {
  const { app } = await createServer({
    pool: new EmptyPool(),
    publicUrl: 'http://localhost:8080',
    secrets: ['a-secret-of-this-tool-that-seals-nothing-at-all'],
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    metricsToken: 'a-token-of-this-tool',
    // A service has the notices of the providers that are set; the document has those of each that comes with Sluice.
    extend(app) {
      const providers = builtIn.map(({ name, title }) => ({
        name,
        title,
        readNotice: async () => ({ ok: false as const }),
      }));
      app.register(async (scope) => registerProviders(scope, { providers, onNotice: async () => {} }));
    },
  });
  try {
    await app.ready();
    return app.swagger() as unknown as Record<string, unknown>;
  } finally {
    await app.close();
  }
}
