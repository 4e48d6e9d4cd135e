/**
 * Which parts of a run's set-up its test files need, by what they import: a run of pure tests starts nothing. Reads
 * files only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Part = 'postgres' | 'program' | 'browser' | 'dashboard';

type Module = { path: string; code: string };

/** By the module that uses the part, wherever it is imported. */
const signs: Record<Part, (module: Module) => boolean> = {
  postgres: ({ path, code }) => path === 'tests/support/run/names.ts' || /\binject\('postgres'\)/.test(code),
  program: ({ path }) => path === 'tests/support/run/program.ts',
  browser: ({ code }) => /from '@sparticuz\/chromium'/.test(code),
  dashboard: ({ path, code }) => path.startsWith('src/api/dashboard/') || /\bbuildDashboard\(/.test(code),
};
export const parts = Object.keys(signs) as Part[];

/** Types are gone at run time. */
const imported =
  /^(?:import|export)\s+(?!type\b)[^;]*?\bfrom\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm;

/** @param files absolute paths. */
export function neededParts(files: readonly string[]): ReadonlySet<Part> {
  const needed = new Set<Part>();
  const seen = new Set<string>(files);
  for (const file of seen) {
    if (!/\.tsx?$/.test(file) || !existsSync(file)) continue;
    const code = readFileSync(file, 'utf8');
    const path = relative(root, file).replaceAll('\\', '/');
    for (const part of parts) if (signs[part]({ path, code })) needed.add(part);
    if (needed.size === parts.length) break;
    for (const [, ...names] of code.matchAll(imported)) {
      for (const name of names) if (name !== undefined) seen.add(join(dirname(file), name));
    }
  }
  return needed;
}
