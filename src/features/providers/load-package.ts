/**
 * Loads a provider package that npm installed: into the directory that Sluice is run in, a folder above it, or Sluice's own,
 * where the next version removes it. Runs the package's code, and says what is wrong with one that can't be loaded.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** `from`: its directory and version, to show. `why`: the rest of a sentence that begins with the package. */
export type LoadedPackage = { ok: true; exported: unknown; from: string } | { ok: false; why: string };

type Require = ReturnType<typeof createRequire>;

const packageName = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/;

/** An ES module is loaded likewise. @param directory where Sluice is run. */
export function loadPackage(name: string, directory = process.cwd()): LoadedPackage {
  if (!packageName.test(name) || isBuiltin(name)) return { ok: false, why: 'is not the name of a package' };
  const places = [join(directory, 'package.json'), import.meta.url];
  const require = places.map((place) => createRequire(place)).find((one) => isInstalled(name, one));
  if (require === undefined) {
    return { ok: false, why: `is not installed. In ${directory}, run: npm install --prefix .. ${name}` };
  }
  try {
    const file = require.resolve(name);
    return { ok: true, exported: require(name), from: describe(dirname(file)) };
  } catch (error) {
    return { ok: false, why: `can’t be loaded: ${reasonOf(error)}` };
  }
}

const isInstalled = (name: string, require: Require): boolean =>
  (require.resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name)));

/** Of the package that a directory belongs to. */
function describe(directory: string): string {
  const manifest = join(directory, 'package.json');
  const { name, version } = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; version?: string })
    : {};
  // One without a name only says which kind of modules its folder holds.
  if (name === undefined && dirname(directory) !== directory) return describe(dirname(directory));
  return version === undefined ? directory : `${directory}, version ${version}`;
}

const reasons: Readonly<Record<string, string>> = {
  ERR_PACKAGE_PATH_NOT_EXPORTED: 'its package.json exports nothing to load; write "exports": { ".": "./index.js" }',
  ERR_REQUIRE_ASYNC_MODULE: 'it awaits at its top level; await in `open` instead',
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING:
    'it is TypeScript, which Node.js runs from no package; publish JavaScript',
};

function reasonOf(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return reasons[code] ?? (message.split('\n', 1)[0] as string);
}
