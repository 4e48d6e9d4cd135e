/** The service's modules as text, and what each imports. Reads files only; no compiler is involved. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src', import.meta.url));

export type SourceFile = {
  /** Relative to src, with forward slashes. */
  path: string;
  text: string;
  /** The text without comments. */
  code: string;
  /** Modules of src it imports, by path. */
  imports: string[];
  /** Packages it imports, by name. */
  packages: string[];
};

/** Tests, and what only tests use. */
const isTest = (path: string): boolean => /\.test\.ts$|(^|\/)(testing|test-process)\.ts$/.test(path);
const isGenerated = (path: string): boolean => path.endsWith('.generated.ts');

const importPattern = /^(?:import|export)\b[^;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Every module that runs in the service, in the order of their paths. */
export function readSources(): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !isTest(path) && !isGenerated(path))
    .sort()
    .map(readSource);
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(src, path), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const names = namesImportedBy(code);
  return {
    path,
    text,
    code,
    imports: modulesAmong(names, path),
    packages: names.filter((name) => !name.startsWith('.') && !name.startsWith('node:')),
  };
}

export const namesImportedBy = (code: string): string[] =>
  [...code.matchAll(importPattern)].map((match) => (match[1] ?? match[2] ?? match[3]) as string);

/** The modules among what a module imports, relative to the folder that its own path is relative to. */
export const modulesAmong = (names: readonly string[], path: string): string[] =>
  names.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name));
