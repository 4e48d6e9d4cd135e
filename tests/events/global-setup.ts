/**
 * Around the whole run: at the end, whether every event of the catalog was appended by some test, and every audited
 * action was done by one. Asked only when all test files ran.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { actions, rowOf } from '../../src/core/access/permissions.ts';
import { eventTypes } from '../../src/features/event-catalog.ts';
import { isWholeRun } from '../support/run/whole-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    events: { directory: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-events-'));
  project.provide('events', { directory });
  return async () => {
    const met = await readMet(directory);
    await rm(directory, { recursive: true, force: true });
    const audited = actions.filter((action) => rowOf(action).audit !== undefined);
    const wanted = [...eventTypes.map((type) => `event ${type}`), ...audited.map((action) => `act ${action}`)];
    const missed = wanted.filter((one) => !met.has(one));
    if (missed.length === 0 || !(await isWholeRun(project))) return;
    process.stderr.write(`\nNo test has appended these events, or done these audited acts:\n\n${missed.join('\n')}\n`);
    process.exitCode = 1;
  };
}

async function readMet(directory: string): Promise<Set<string>> {
  const files = await readdir(directory);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  return new Set(texts.flatMap((text) => text.split('\n')));
}
