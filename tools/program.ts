/**
 * Puts the modules of a program and their packages together in a few files: loading three thousand takes longer than
 * what a process then does first, and more memory than it keeps. What the program does is the same. Each module finds
 * what lies beside its source, by its way from the new files, so that the whole installation can be moved; functions keep
 * their names and lines, for traces of errors.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { builtProgram, digestOfSources, isProgramBuilt } from '../bin/program.js';
import { replaceBy } from '../dashboard/build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = join(root, 'node_modules');
/** The command line. */
export const programEntry = join(root, 'src/app/main.ts');

/** These load modules that they choose at run time, or are native. */
const separate = /^(fflate|graphile-worker|node:|pg-native|pino|ssh2|ssh2-sftp-client|umzug)(\/|$)/;
const isBare = (id: string): boolean => !/^[./]/.test(id) && !id.startsWith('file:');

/** @param dir where the files will be, all of them: none is in a folder below. */
const keepAddresses = (dir: string): Plugin => ({
  name: 'keep-addresses',
  transform(code, file) {
    if (!file.startsWith(root) || file.startsWith(packages)) return null;
    const way = posix.relative(pathToFileURL(dir).pathname, pathToFileURL(file).pathname);
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(way)}, import.meta.url).href`);
  },
});

/** One other letter, and Node.js keeps a whole file in memory at two bytes a letter. A letter may follow a backslash. */
const inAscii = (code: string): string =>
  code.replaceAll(/(\\*)([^\0-\x7f])/g, (_, slashes: string, unit: string) => {
    const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return slashes.slice(slashes.length % 2) + escaped;
  });

type File = { name: string; code: string; modules: string[] };

/** @param entry the module that starts the program. @param dir where its files will be. */
export async function bundle(entry: string, dir: string): Promise<File[]> {
  const program = await rolldown({
    input: { main: entry },
    cwd: root,
    platform: 'node',
    external: (id) => isBare(id) && separate.test(id),
    transform: { define: { 'import.meta.isBuilt': 'true' } },
    plugins: [keepAddresses(dir)],
  });
  try {
    const { output } = await program.generate({
      format: 'esm',
      entryFileNames: '[name].mjs',
      // Without a hash, so that the cache of compiled modules has one entry for each, not one for each build.
      chunkFileNames: '[name].mjs',
      comments: false,
    });
    return output
      .filter((file) => file.type === 'chunk')
      .map(({ fileName, code, moduleIds }) => ({ name: fileName, code: inAscii(code), modules: moduleIds }));
  } finally {
    await program.close();
  }
}

const write = (files: readonly File[], dir: string): void => {
  for (const { name, code } of files) writeFileSync(join(dir, name), code);
};

/** For tests and measurements. @param dir outside of the installation. @returns the module that starts the program. */
export async function bundleInto(dir: string, entry: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  symlinkSync(packages, join(dir, 'node_modules'));
  write(await bundle(entry, dir), dir);
  return join(dir, 'main.mjs');
}

/**
 * Builds the program into `dist/`, unless what is there was built from the same sources. It is whole or absent, also when
 * the process is told to end meanwhile. @returns whether it was built.
 */
export async function buildProgram(): Promise<boolean> {
  if (isProgramBuilt()) return false;
  const digest = digestOfSources();
  const files = await bundle(programEntry, builtProgram.directory);
  const draft = join(root, `.dist-${randomUUID()}`);
  try {
    mkdirSync(draft);
    write(files, draft);
    writeFileSync(join(draft, '.digest'), digest);
    replaceBy(draft, builtProgram.directory);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}
