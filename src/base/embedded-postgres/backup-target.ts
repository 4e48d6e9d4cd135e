/** Where the files of a backup go: a directory, or an archive (archive.ts). Paths are relative to the data directory. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushDirectory } from './cluster.ts';
import { type CopyOptions, copyFile, copyTree } from './copy-files.ts';

export type BackupTarget = {
  /** Everything in the directory `from`, as the root of the copy. Comes first. */
  tree(from: string, options: CopyOptions): Promise<void>;
  /** An empty directory, for its owner only. */
  directory(path: string): Promise<void>;
  /** @param from the file that it is a copy of, which must be there. */
  file(path: string, from: string): Promise<void>;
  content(path: string, content: string | Buffer): Promise<void>;
};

/** Flushed to disk. @param to must not exist yet. */
export const directoryTarget = (to: string): BackupTarget => ({
  tree: (from, options) => copyTree(from, to, options),
  async directory(path) {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    flushDirectory(to);
  },
  async file(path, from) {
    await copyFile(from, join(to, path));
    flushDirectory(dirname(join(to, path)));
  },
  async content(path, content) {
    await writeFile(join(to, path), content, { mode: 0o600, flag: 'wx', flush: true });
    flushDirectory(dirname(join(to, path)));
  },
});
