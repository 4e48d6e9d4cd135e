/**
 * Around the whole run: a database to describe statements on, and at the end the question whether every hand-written
 * statement of the service was met by some test. Asked only when all test files ran, on one PostgreSQL: a part of them can't
 * meet all, and some statements have another form on a cluster.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createPool } from '../../src/base/database/pool.ts';
import { needsOf } from '../support/global-setup.ts';
import { templateName } from '../support/run/names.ts';
import { isWholeRun } from '../support/run/whole-run.ts';
import { readSources } from '../support/source-files.ts';
import { findPlaces } from './places.ts';

declare module 'vitest' {
  interface ProvidedContext {
    statements: { database: string; directory: string };
  }
}

const database = 'sluice_statements';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!needsOf(project)('postgres')) return async () => {};
  const admin = createPool(project.getProvidedContext().postgres.owner);
  await admin.query(`create database ${database} template ${templateName} strategy file_copy`);
  await admin.end();
  const directory = await mkdtemp(join(tmpdir(), 'sluice-statements-'));
  project.provide('statements', { database, directory });
  return async () => {
    const met = await readPlaces(directory);
    await rm(directory, { recursive: true, force: true });
    const { cluster } = project.getProvidedContext();
    if (cluster !== null || !(await isWholeRun(project))) return;
    const missed = readSources().flatMap(({ path, code }) =>
      findPlaces(code)
        .filter(({ place }) => !met.has(place))
        .map(({ place }) => `${path}: ${place.trim()}`),
    );
    if (missed.length === 0) return;
    process.stderr.write(`\nNo test has run these hand-written statements:\n\n${missed.join('\n\n')}\n`);
    process.exitCode = 1;
  };
}

async function readPlaces(directory: string): Promise<Set<string>> {
  const files = await readdir(directory);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  return new Set(
    texts.flatMap((text) => text.split('\n').filter((line) => line !== '')).map((line) => JSON.parse(line)),
  );
}
