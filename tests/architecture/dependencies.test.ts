/** docs/dependencies.md, "What each is for", names every package of package.json, and the versions are exact. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources } from '../support/source-files.ts';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const docs = new URL('../../docs/', import.meta.url);
const page = readFileSync(new URL(['dependencies', 'md'].join('.'), docs), 'utf8');

type Package = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest) as Package;
const versions = { ...dependencies, ...devDependencies, ...optionalDependencies };

/** The first column of "What each is for". A name may end with `*`; one without its scope follows another of the scope. */
function listed(): ((name: string) => boolean)[] {
  const [, table = ''] = /## What each is for\n([\s\S]*?)\n## /.exec(page) ?? [];
  return [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => {
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const scope = names.find((name) => name.startsWith('@'))?.split('/')[0];
    return names.map((name) => (one: string) => {
      if (name.endsWith('*')) return one.startsWith(name.slice(0, -1));
      return one === name || one === `${scope}/${name}`;
    });
  });
}

it('every package is named, and every name is a package', () => {
  const names = Object.keys(versions);
  const rows = listed();
  expect(names.filter((name) => !rows.some((is) => is(name)))).toEqual([]);
  expect(rows.filter((is) => !names.some(is))).toHaveLength(0);
});

/** `csv-stringify/sync` is a part of `csv-stringify`. */
const nameOf = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

it('what the service imports is installed where development packages are not', () => {
  const imported = new Set(readSources().flatMap(({ packages }) => packages.map(nameOf)));
  expect([...imported].filter((name) => !(name in dependencies) && !(name in optionalDependencies))).toEqual([]);
});

it('every version is exact', () => {
  expect(Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
