/**
 * The command line as the tests start it: built, because loading three thousand modules takes longer than most of what the
 * tests then ask of a process.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentRunDir } from './names.ts';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

/** The options that `npm start` gives Node.js. */
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** The environment that it gives. */
export const nodeSettings: Record<string, string> = Object.fromEntries(
  scripts.start
    .split(' ')
    .filter((word) => /^[A-Z_]+=/.test(word))
    .map((word) => word.split('=')),
);

/** Where the set-up of a run puts it. */
export const bundleOf = (runDir: string): string => join(runDir, 'program');

/**
 * Processes of the tests live for seconds: compiling their code for speed takes longer than it saves, and what they
 * allocate while they start is worth collecting late.
 */
const shortLived = [
  ...['--no-opt', '--no-maglev', '--single-threaded-gc'],
  ...['--initial-old-space-size=150', '--min-semi-space-size=32', '--max-semi-space-size=32'],
];

/** What to run Node.js with, before the arguments of the command line. */
export const programArguments = (): string[] => [
  ...nodeFlags,
  ...shortLived,
  join(bundleOf(currentRunDir()), 'main.mjs'),
];
