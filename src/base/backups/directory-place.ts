/** A directory as a place for backups, readable by its owner only. Everything is flushed to disk before it counts. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Place } from './place.ts';

const draftSuffix = '.draft';

export function directoryPlace(path: string): Place {
  const root = resolve(path);
  return {
    description: root,
    directory: root,
    async listFolders() {
      const entries = await unless('ENOENT', () => readdir(root, { withFileTypes: true }));
      return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    listFiles: async (folder) => (await unless('ENOENT', () => readdir(join(root, folder)))) ?? [],
    async write(folder, file, content) {
      const to = join(root, folder, file);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      const draft = await open(`${to}${draftSuffix}`, 'w', 0o600);
      try {
        await draft.writeFile(content);
        await draft.sync();
      } finally {
        await draft.close();
      }
      await rename(`${to}${draftSuffix}`, to);
      for (const directory of [dirname(to), root]) flush(directory);
    },
    read: (folder, file) => unless('ENOENT', () => readFile(join(root, folder, file))),
    async remove(folder, file) {
      for (const name of [file, `${file}${draftSuffix}`]) await rm(join(root, folder, name), { force: true });
      await unless('ENOENT', async () => flush(join(root, folder)));
    },
    async removeFolder(folder) {
      await unless('ENOENT', () => unless('ENOTEMPTY', () => rmdir(join(root, folder))));
    },
  };
}

async function unless<T>(code: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}

function flush(directory: string): void {
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
