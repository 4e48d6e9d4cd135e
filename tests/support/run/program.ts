/** The command line of `bundle-program.ts`, as the tests start it. */
import { join } from 'node:path';
import { runVariable } from './names.ts';

/** As `bin/sluice.js` passes them. */
const memory = ['--max-semi-space-size=16', '--max-old-space-size=192'];

export const bundleOf = (runDir: string): string => join(runDir, 'program');

/** What to run Node.js with, before the arguments of the command line. */
export function programArguments(): string[] {
  const dir = process.env[runVariable];
  if (dir === undefined) throw new Error('The program is bundled for a run of the tests, and there is none.');
  return [...memory, join(bundleOf(dir), 'main.mjs')];
}
