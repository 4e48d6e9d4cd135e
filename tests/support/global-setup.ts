/** One PostgreSQL for the whole run, with a migrated template that every test file clones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../src/database/embedded/server.ts';
import { removeTestDatabase } from '../../src/database/embedded/testing.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createPool } from '../../src/database/pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

export const templateName = 'sluice_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-tests-'));
  const server = await startEmbeddedServer({ dataDir, own: true });
  const { host, port, user } = server;
  const admin = createPool({ host, port, user, database: 'sluice' });
  await admin.query(`create database ${templateName}`);
  const pool = createPool({ host, port, user, database: templateName });
  await migrate(pool);
  await pool.end();
  await admin.end();
  project.provide('postgres', { host, port, user });
  return async () => {
    await server.stop();
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
}
