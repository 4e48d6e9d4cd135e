/**
 * Copies a directory tree and flushes it to disk. The files may belong to a running PostgreSQL: they change and vanish
 * while they are copied, which its WAL makes up for. Must never copy more of a file than it had when it was opened.
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { flushDirectory } from './cluster.ts';
import { codeOf } from './error-code.ts';

const chunkBytes = 1024 * 1024;
/** A flush waits for the disk most of the time, so several files are copied at once. */
const filesAtOnce = 4;

export type CopyOptions = {
  /** Leaves out a file, or a directory with all that is in it. @param path relative to the tree. */
  omit?: (path: string) => boolean;
  /** The tree belongs to a running server: a file that vanishes is left out. */
  live?: boolean;
};

/** Creates `to`, with mode 700, and copies what is in `from` into it. Symbolic links are refused. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}): Promise<void> {
  const { directories, files } = await listTree(from, options);
  for (const path of directories) await mkdir(join(to, path), { mode: 0o700 });
  const copyNext = async (): Promise<void> => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) {
      await copyFile(join(from, path), join(to, path), options.live);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, copyNext));
  for (const path of directories) flushDirectory(join(to, path));
}

/** What is to be copied, relative to `from`: each directory before those in it, the tree itself as ''. */
export async function listTree(
  from: string,
  options: CopyOptions,
): Promise<{ directories: string[]; files: string[] }> {
  const { omit = () => false, live = false } = options;
  const directories: string[] = [];
  const files: string[] = [];

  async function collect(path: string): Promise<void> {
    directories.push(path);
    for (const entry of await listIfThere(join(from, path), live)) {
      const inside = join(path, entry.name);
      if (omit(inside)) continue;
      if (entry.isDirectory()) await collect(inside);
      else if (entry.isFile()) files.push(inside);
      else if (entry.isSymbolicLink()) throw new Error(`${join(from, inside)} is a symbolic link`);
    }
  }

  await collect('');
  return { directories, files };
}

/** Copies and flushes one file, with the permissions of its owner only. @returns false when it vanished. */
export async function copyFile(from: string, to: string, live = false): Promise<boolean> {
  const source = await openToCopy(from, live);
  if (source === undefined) return false;
  try {
    const { size, mode } = await source.stat();
    const target = await open(to, 'wx', mode & 0o700);
    try {
      await copyBytes(source, target, size);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return true;
}

/** @returns undefined when it vanished. */
export async function openToCopy(path: string, live: boolean): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (live && codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What the server appends meanwhile is in its WAL, and what it truncates ends the copy early. */
async function copyBytes(source: FileHandle, target: FileHandle, size: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size, 1)));
  for (let position = 0; position < size; ) {
    const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, size - position), position);
    if (bytesRead === 0) return;
    for (let written = 0; written < bytesRead; ) {
      written += (await target.write(chunk, written, bytesRead - written, position + written)).bytesWritten;
    }
    position += bytesRead;
  }
}

async function listIfThere(path: string, live: boolean) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (live && codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
