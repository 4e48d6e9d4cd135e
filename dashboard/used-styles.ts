/**
 * Leaves out of the component library's styles what no component of the dashboard uses: the first paint waits for them.
 * Used is what a source imports, and whatever that component's own modules import in turn.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const packages = join(import.meta.dirname, '../node_modules');
const core = join(packages, '@mantine/core');
const componentOf = (name: string): string => join(core, 'esm/components', name, `${name}.mjs`);
/** Whose components are built of the library's. */
const sources = [
  join(import.meta.dirname, 'src/**/*.tsx'),
  join(packages, '@mantine/{charts,notifications}/esm/**/*.mjs'),
  join(packages, 'mantine-datatable/dist/*.mjs'),
];
const imports = /import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g;

export const usedStyles = (): Plugin => ({
  name: 'used-styles',
  enforce: 'pre',
  load(id) {
    return id === join(core, 'styles.css') ? withoutUnused(readFileSync(id, 'utf8')) : undefined;
  },
});

function withoutUnused(styles: string): string {
  const modules = new Set<string>();
  for (const name of namesInSources()) addModules(componentOf(name), modules);
  const used = new Set([...modules].flatMap((path) => [basename(path, '.mjs'), basename(dirname(path))]));
  return globSync('styles/*.css', { cwd: core })
    .filter((path) => !path.endsWith('.layer.css'))
    .filter((path) => existsSync(componentOf(basename(path, '.css'))) && !used.has(basename(path, '.css')))
    .reduce((kept, path) => kept.replace(readFileSync(join(core, path), 'utf8').trim(), ''), styles);
}

function namesInSources(): string[] {
  const found = new Set<string>();
  for (const path of globSync(sources))
    for (const [, names = ''] of readFileSync(path, 'utf8').matchAll(imports))
      for (const name of names.split(',')) found.add(name.trim().split(' ')[0] ?? '');
  return [...found];
}

function addModules(path: string, found: Set<string>): void {
  if (found.has(path) || !existsSync(path)) return;
  found.add(path);
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/from ["'](\.[^"']+)["']/g))
    addModules(resolve(dirname(path), name), found);
}
