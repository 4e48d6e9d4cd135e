/** What the run's keeper, the set-up and the tests call the same things. */
import { join } from 'node:path';

export const templateName = 'sluice_template';

/** Begins the name of a run's directory, which is the tests' directory for temporary files. */
export const runDirPrefix = 'sluice-run-';

/** In the environment of all that a run starts: the run's directory. Hand it on where an environment is made anew. */
export const runVariable = 'TEST_RUN_DIR';

export const runEnvironment = (): Record<string, string> => {
  const dir = process.env[runVariable];
  return dir === undefined ? {} : { [runVariable]: dir, TMPDIR: dir, NODE_COMPILE_CACHE: join(dir, 'compiled') };
};
