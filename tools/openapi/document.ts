/** The OpenAPI document of a service with all optional routes. Opens no port and uses no database. */
import pg from 'pg';
import { pino } from 'pino';
import { registerProviders } from '../../src/api/providers/index.ts';
import type { NoticeReader } from '../../src/api/providers/notices.ts';
import { createServer } from '../../src/app/server.ts';
import type { Processor } from '../../src/features/providers/processor.ts';
import { processors } from '../../src/features/providers/processors.ts';

/** Returns no rows for every statement. */
class EmptyPool extends pg.Pool {
  override connect(): never {
    return Promise.resolve({ query: this.query, release: () => {} }) as never;
  }

  override query(): never {
    return Promise.resolve({ rows: [], rowCount: 0 }) as never;
  }
}

const withoutReader = ({ name, title }: Processor): NoticeReader => ({
  name,
  title,
  readNotice: async () => ({ ok: false }),
});

export async function describeEverything(): Promise<Record<string, unknown>> {
  const { app } = await createServer({
    pool: new EmptyPool(),
    publicUrl: 'http://localhost:8080',
    secrets: ['a-secret-of-this-tool-that-seals-nothing-at-all'],
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    metricsToken: 'a-token-of-this-tool',
    // A service has one card processor at most; the document has the notices of each.
    extend(app) {
      const readers = processors.map(withoutReader);
      app.register(async (scope) => registerProviders(scope, { processors: readers, onNotice: async () => {} }));
    },
  });
  try {
    await app.ready();
    return app.swagger() as unknown as Record<string, unknown>;
  } finally {
    await app.close();
  }
}
