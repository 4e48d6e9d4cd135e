/**
 * A backup as a tar archive that is streamed: packed while the server runs, unpacked into a directory. Must never hold
 * more than a few chunks of it in memory, nor write outside of the directory that it is unpacked into.
 */
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { BackupTarget } from './backup-target.ts';
import { listTree, openToCopy } from './copy-files.ts';

const chunkBytes = 256 * 1024;

type ArchiveWriter = {
  /** @param prefix the directory in the archive that the files are put into. */
  target(prefix: string): BackupTarget;
  /** A file of the archive's root, if it is there. */
  fileIfThere(path: string, from: string): Promise<boolean>;
  end(): void;
  fail(error: unknown): void;
};

export function createArchive(): { archive: ReadableStream<Uint8Array>; writer: ArchiveWriter } {
  const { readable, controller } = createTarPacker();

  async function add(name: string, size: number, fill: (write: Write) => Promise<void>): Promise<void> {
    const entry = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
    await fill(async (chunk) => {
      await entry.ready;
      await entry.write(chunk);
    });
    await entry.close();
  }
  const addDirectory = (name: string) =>
    controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close();

  async function addFile(name: string, from: string, live: boolean): Promise<boolean> {
    const file = await openToCopy(from, live);
    if (file === undefined) return false;
    try {
      const { size } = await file.stat();
      await add(name, size, (write) => readInto(file, size, write));
    } finally {
      await file.close();
    }
    return true;
  }
  const target = (prefix: string): BackupTarget => ({
    async tree(from, options) {
      const { directories, files } = await listTree(from, options);
      for (const path of directories) await addDirectory(join(prefix, path));
      for (const path of files) await addFile(join(prefix, path), join(from, path), options.live ?? false);
    },
    directory: (path) => addDirectory(join(prefix, path)),
    async file(path, from) {
      await addFile(join(prefix, path), from, false);
    },
    content(path, content) {
      const bytes = Buffer.from(content);
      return add(join(prefix, path), bytes.length, (write) => write(bytes));
    },
  });
  const writer: ArchiveWriter = {
    target,
    fileIfThere: (path, from) => addFile(path, from, true),
    end: () => controller.finalize(),
    fail: (error) => controller.error(error),
  };
  return { archive: readable, writer };
}

type Write = (chunk: Uint8Array) => Promise<void>;
type Reader = {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
};

/**
 * Exactly `size` bytes, as the archive has promised. What the server appends meanwhile is in its WAL; what it truncates is
 * filled with zeros, and truncated again when the WAL is replayed. Each chunk is a new one: the archive keeps it.
 */
async function readInto(file: Reader, size: number, write: Write): Promise<void> {
  for (let position = 0; position < size; ) {
    const length = Math.min(chunkBytes, size - position);
    const chunk = Buffer.alloc(length);
    const { bytesRead } = await file.read(chunk, 0, length, position);
    const filled = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    await write(filled);
    position += filled.length;
  }
}

/** Files and directories only, not flushed to disk yet. @param to must exist and be empty. */
export async function unpackArchive(archive: ReadableStream<Uint8Array>, to: string): Promise<void> {
  const decoder = createTarDecoder({ strict: true });
  for await (const { header, body } of archive.pipeThrough(decoder)) {
    const path = insideOf(to, header.name);
    if (header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await body.cancel();
    } else if (header.type === 'file' || header.type === undefined) {
      await writeBody(body, path);
    } else throw new Error(`the archive holds ${header.name}, which is neither a file nor a directory`);
  }
}

function insideOf(to: string, name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) {
    throw new Error(`the archive holds a file outside of itself: ${JSON.stringify(name)}`);
  }
  return join(to, ...parts);
}

async function writeBody(body: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}
