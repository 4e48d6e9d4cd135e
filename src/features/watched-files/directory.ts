/** A directory of this machine as a place where files arrive. */
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FoundFile, isFinishedName, type Place } from './place.ts';

/** @throws Error when there is no such directory. */
export async function openDirectory(directory: string): Promise<Place> {
  const entries = await lstat(`${directory}/`).catch(() => undefined);
  if (!entries?.isDirectory()) throw new Error(`There is no directory "${directory}".`);
  return {
    async list() {
      const names = (await readdir(directory)).filter(isFinishedName);
      const found = await Promise.all(names.map((name) => find(directory, name)));
      return found.filter((one) => one !== undefined);
    },
    withFile: ({ name }, work) => work(join(directory, name)),
    async putAway({ name }, folder, names, report) {
      const target = join(directory, folder);
      await mkdir(target, { recursive: true });
      await writeFile(join(target, names.report), report);
      await rename(join(directory, name), join(target, names.file));
    },
    async close() {},
  };
}

/** @returns undefined for what is no file, and for one that has gone meanwhile. */
async function find(directory: string, name: string): Promise<FoundFile | undefined> {
  const facts = await lstat(join(directory, name)).catch(() => undefined);
  return facts?.isFile() ? { name, bytes: facts.size, changedAtMs: facts.mtimeMs } : undefined;
}
