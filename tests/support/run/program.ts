/** The command line of `bundle-program.ts`, as the tests start it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentRunDir } from './names.ts';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

/** The memory limits of `npm start`. */
export const memoryFlags = scripts.start.split(' ').filter((word) => word.startsWith('--max-'));

export const bundleOf = (runDir: string): string => join(runDir, 'program');

/** What to run Node.js with, before the arguments of the command line. */
export const programArguments = (): string[] => [...memoryFlags, join(bundleOf(currentRunDir()), 'main.mjs')];
