/**
 * One PostgreSQL for the whole run, with a migrated template that the tests' databases are copied from, and the command
 * line that tests start as processes; of all that, what the run's test files need. Its keeper outlives a killed run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import { buildDashboard } from '../../dashboard/build.ts';
import type { EmbeddedServer } from '../../src/base/embedded-postgres/index.ts';
import { bundleInto, programEntry } from '../../tools/program.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import { runVariable } from './run/names.ts';
import { neededParts, type Part, parts } from './run/needed-parts.ts';
import { bundleOf } from './run/program.ts';

type Roles = Pick<EmbeddedServer, 'owner' | 'service'>;

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Roles;
    /** Where the tests' databases are made instead, if anywhere. */
    cluster: Cluster | null;
  }
}

/** Whoever watches may change any file next, and needs all of it. */
export function needsOf({ vitest }: TestProject): (part: Part) => boolean {
  const files = vitest.state.getPaths();
  const needed = vitest.config.watch || files.length === 0 ? new Set(parts) : neededParts(files);
  return (part) => needed.has(part);
}

const keeper = fileURLToPath(new URL('./run/keeper.ts', import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const needs = needsOf(project);
  project.provide('cluster', null);
  if (!needs('postgres')) return async () => {};
  // A session of its own: what ends the run, also a kill of its whole group, must not end its keeper.
  const child = spawn(process.execPath, [keeper], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  // Once, for all workers: each would build its own at the same time.
  const dashboard = needs('dashboard') ? buildDashboard() : undefined;
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([first]) => String(first)),
    ended.then(() => undefined),
  ]);
  if (line === undefined) throw new Error("The tests' PostgreSQL did not start.");
  const { dir, postgres } = JSON.parse(line) as { dir: string; postgres: Roles };
  project.provide('postgres', postgres);
  const clusterUrl = process.env.TEST_DATABASE_URL;
  if (clusterUrl !== undefined) project.provide('cluster', await prepareCluster(clusterUrl));
  // For the workers, which begin after this.
  process.env[runVariable] = dir;
  process.env.TMPDIR = dir;
  // The browser is unpacked once: a worker that unpacks it while another starts it finds the file busy.
  await Promise.all([
    needs('program') ? bundleInto(bundleOf(dir), programEntry) : undefined,
    needs('browser') ? sparticuz.executablePath() : undefined,
    dashboard,
  ]);
  return async () => {
    child.stdin.end();
    await ended;
  };
}
