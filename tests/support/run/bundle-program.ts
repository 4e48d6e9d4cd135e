/**
 * The command line as the tests start it: the sources and their dependencies in a few files, because loading two
 * thousand modules takes longer than most of what the tests then ask of a process. What it does is the same: each
 * module keeps its address, so that views and migrations are found where they are.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { bundleOf } from './program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = join(root, 'src/app/main.ts');

/** These load modules that they choose at run time, or are native. */
const separate =
  /^(@vitejs|fflate|graphile-worker|node:|pg-native|pino|rolldown|ssh2|ssh2-sftp-client|umzug|vite)(\/|$)/;
const isBare = (id: string): boolean => !/^[./]/.test(id) && !id.startsWith('file:');

const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: (code, file) =>
    ![join(root, 'src'), join(root, 'dashboard')].some((folder) => file.startsWith(folder))
      ? null
      : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
};

/** @param dir of the run. */
export async function bundleProgram(dir: string): Promise<void> {
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const bundle = await rolldown({
    input: main,
    cwd: root,
    platform: 'node',
    external: (id) => isBare(id) && separate.test(id),
    plugins: [keepAddresses],
  });
  await bundle.write({
    dir: bundleOf(dir),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}
