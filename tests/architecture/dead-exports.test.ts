/**
 * What is exported is used. An export of the product is alive when another module of the product, or a program of the
 * repository, imports it. One that only tests import is alive only when its own module uses it too: then the test tests
 * that very module. Code that nothing but a test ever runs is dead, however well it is tested. Unused code that is not
 * exported is found by the compiler.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findDeadExports, isTestModule } from '../support/exports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Alive for another reason: the end of its path and its name, and why. */
const alive: Record<string, string> = {
  'dashboard/src/strings/known.ts: add': 'the build writes its import into the modules that name strings',
  'database/placement.ts: local': 'a table that has no row in the lists is a mistake, which the test of the lists sees',
};

function readModules(): Map<string, string> {
  const folders = ['bench', 'bin', 'dashboard', 'sdk', 'src', 'tests', 'tools'].map((folder) => join(root, folder));
  const modules = new Map<string, string>();
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== 'dist') folders.push(path);
      } else if (/\.(ts|tsx|js|mjs)$/.test(entry.name)) modules.set(relative(root, path), readFileSync(path, 'utf8'));
    }
  }
  return modules;
}

/** The client library's entry is its public surface. */
const isProduct = (path: string): boolean =>
  /^(src|dashboard\/src|sdk\/src)\//.test(path) &&
  !isTestModule(path) &&
  !path.includes('.generated.') &&
  path !== 'sdk/src/index.ts';

it('every export is used', () => {
  const dead = findDeadExports(readModules(), isProduct);
  const excused = Object.keys(alive);
  expect(dead.filter((one) => !excused.some((end) => one.endsWith(end)))).toEqual([]);
  expect(excused.filter((end) => !dead.some((one) => one.endsWith(end)))).toEqual([]);
});

it.each<[string, Record<string, string>, string[]]>([
  ['nobody imports it', { 'src/a.ts': 'export const one = 1;\n' }, ['src/a.ts: one']],
  ['its own module alone', { 'src/a.ts': 'export type One = 1;\nconst one: One = 1;\n' }, ['src/a.ts: One']],
  [
    'a comment',
    { 'src/a.ts': 'export const one = 1;\n', 'src/b.ts': "// import { one } from './a.ts';\n" },
    ['src/a.ts: one'],
  ],
  [
    'another of this name',
    { 'src/a.ts': 'export const one = 1;\n', 'src/b.ts': "import { one } from './c.ts';\n" },
    ['src/a.ts: one'],
  ],
  [
    'another module',
    { 'src/a.ts': 'export const one = 1;\n', 'src/b.ts': "import { two, one as three } from './a.ts';\n" },
    [],
  ],
  [
    'a program',
    { 'src/a.ts': 'export async function one() {}\n', 'bench/b.ts': "import {\n  one,\n} from '../src/a.ts';\n" },
    [],
  ],
  [
    'a test, and its own module',
    { 'src/a.ts': 'export const one = 1;\nlog(one);\n', 'src/a.test.ts': "import { one } from './a.ts';\n" },
    [],
  ],
  [
    'a test alone',
    { 'src/a.ts': 'export const one = 1;\n', 'src/a.test.ts': "import { one } from './a.ts';\n" },
    ['src/a.ts: one'],
  ],
  [
    'a namespace',
    {
      'src/a.ts': 'export const one = 1;\nexport const two = 2;\n',
      'src/b.ts': "import * as a from './a.ts';\nlog(a.two);\n",
    },
    ['src/a.ts: one'],
  ],
  [
    'a module loaded later',
    {
      'src/a.ts': 'export const one = 1;\nexport const two = 2;\n',
      'src/b.ts': "const { one } = await import('./a.ts');\n",
    },
    ['src/a.ts: two'],
  ],
  [
    'passed on to nobody',
    { 'src/a.ts': 'export const one = 1;\n', 'src/b.ts': "export { one } from './a.ts';\n" },
    ['src/b.ts: one'],
  ],
  [
    'an interface added to',
    {
      'src/a.ts': 'export interface One {}\n',
      'src/b.ts': "declare module './a.ts' {\n  interface One extends Two {}\n}\n",
    },
    [],
  ],
])('used by %s', (_name, files, expected) => {
  expect(findDeadExports(new Map(Object.entries(files)), isProduct)).toEqual(expected);
});
