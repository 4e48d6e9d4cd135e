/** What the run's keeper, the set-up and the tests call the same things. */
import { join } from 'node:path';

export const templateName = 'sluice_template';

/** The data directory of a stopped server whose database is migrated and empty, to copy. */
export const freshDataDir = (runDir: string): string => join(runDir, 'fresh', '.sluice');

/** Begins the name of a run's directory, which is the tests' directory for temporary files. */
export const runDirPrefix = 'sluice-run-';

/** In the environment of all that a run starts: the run's directory. Hand it on where an environment is made anew. */
export const runVariable = 'TEST_RUN_DIR';

/** @throws Error outside a run of the tests. */
export function currentRunDir(): string {
  const dir = process.env[runVariable];
  if (dir === undefined) throw new Error('This belongs to a run of the tests, and there is none.');
  return dir;
}

export const runEnvironment = (): Record<string, string> => {
  const dir = process.env[runVariable];
  return dir === undefined ? {} : { [runVariable]: dir, TMPDIR: dir, NODE_COMPILE_CACHE: join(dir, 'compiled') };
};
