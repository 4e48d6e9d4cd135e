/**
 * In a clone, the first start runs the sources, which load in twice the time, and has not compressed the dashboard. Once it
 * serves, it builds what is missing, in a process of its own that takes the processor only when nobody else needs it.
 * Without it the next start is only slower: a failure is no error of the service.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Ending } from './ending.ts';

declare global {
  interface ImportMeta {
    /** Whether this is the built program: the build says so (`tools/program.ts`). */
    readonly isBuilt?: true;
  }
}

/** Releases have neither, and are built. */
const builder = fileURLToPath(new URL('../../../tools/finish-build.ts', import.meta.url));
const bundler = fileURLToPath(new URL('../../../node_modules/rolldown', import.meta.url));

/** A signal to the service ends it, and nothing of it is left. @param built the dashboard, by this start. */
export function buildForNextStart({ add, stopping }: Ending, logger: Logger, built: boolean): void {
  if ((import.meta.isBuilt && !built) || !existsSync(builder) || !existsSync(bundler)) return;
  const building = promisify(execFile)(process.execPath, [builder], { signal: stopping });
  const { child } = building;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void add(ended, async () => {});
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  building.catch(({ message }: Error) => {
    if (!stopping.aborted) logger.info({ error: message }, 'nothing was built for the next start');
  });
}
