/**
 * For `npm test -- --changed`: Vitest follows imports alone, and much of what tests depend on is imported by nobody. A
 * file that changed counts as a change of the modules that read it, too: those that name it, or a folder above it, as
 * `new URL('…', import.meta.url)`, and the few below.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is read from the root of the repository, or by what the set-up of a run starts. */
const reads: [changed: RegExp, by: string[]][] = [
  [/\.md$/, ['tests/documents/guide.ts', 'tests/documents/signatures.test.ts']],
  [/\.(md|ts|tsx|sql)$/, ['tests/citations.test.ts']],
  [/^docs\/examples\//, ['tests/documents/write-a-provider.test.ts', 'tests/conformance/conformance.test.ts']],
  [/^(sdk\/(php|python)|tests\/kits)\//, ['tests/kits/kit.ts']],
  [/^migrations\//, ['tests/support/test-database.ts', 'tests/support/built-in-server.ts']],
  [/^(src|migrations|bin)\/(?!.*\.test\.ts$)/, ['tests/support/run/program.ts']],
];

/** Changes of these may change any test. */
export const everyTest = [
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
  'tests/support/global-setup.ts',
  'tests/{statements,events}/global-setup.ts',
  'tests/support/run/keeper.ts',
  'tools/program.ts',
];

type Reader = { module: string; place: string };

const placePattern = /new URL\(\s*'([^':]+)',\s*import\.meta\.url\)/g;
const modules = ['src/**/*.ts', 'tests/**/*.ts', 'dashboard/*.ts', 'sdk/src/**/*.ts'];

function findReaders(root: string): Reader[] {
  return globSync(modules, { cwd: root }).flatMap((module) =>
    [...readFileSync(join(root, module), 'utf8').matchAll(placePattern)].map(([, name]) => ({
      module,
      place: join(dirname(module), name as string).replace(/\/$/, ''),
    })),
  );
}

/** Modules read no modules, except where they judge or build them. */
const mayRead = (module: string, file: string): boolean => !/\.tsx?$/.test(file) || !module.startsWith('src/');

/** @param changed paths from the root, as the result. */
export function withReaders(root: string, changed: readonly string[]): string[] {
  const readers = findReaders(root);
  const reading = (file: string): string[] => [
    ...readers
      .filter(
        ({ place, module }) => place === file || (place !== '.' && file.startsWith(`${place}/`) && module !== file),
      )
      .map(({ module }) => module)
      .filter((module) => mayRead(module, file)),
    ...reads.filter(([pattern]) => pattern.test(file)).flatMap(([, by]) => by),
  ];
  return [...new Set(changed.flatMap((file) => [file, ...reading(file)]))];
}

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** What Vitest asks: what is not committed, and what was since a commit if one is given. Paths from the root. */
function findChangedFiles({
  root,
  changedSince,
}: {
  root: string;
  changedSince?: string | boolean;
}): Promise<string[]> {
  const since = typeof changedSince === 'string' ? git(root, 'diff', '--name-only', `${changedSince}...HEAD`) : [];
  const open = [
    ...git(root, 'diff', '--name-only', 'HEAD'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
  return Promise.resolve(withReaders(root, [...new Set([...since, ...open])]));
}

export const changedFiles = { findChangedFiles };
