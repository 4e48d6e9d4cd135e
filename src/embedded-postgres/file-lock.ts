/**
 * Locks between processes, held by the kernel and so freed the moment their holder dies, whatever killed it.
 * Node offers no flock; SQLite's file locks are the one such lock it does offer, so an empty SQLite file serves as the lock.
 * Never opens a lock file by other means: closing any descriptor of it would drop this process's locks on it (POSIX).
 */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type FileLock = { release(): void };

const pollMs = 25;
const sqliteBusy = 5;

// A lock whose holder was garbage collected would be released behind its back.
const held = new Set<DatabaseSync>();

/** Shared with other holders of `lockShared`; undefined when somebody holds it exclusively. */
export function tryLockShared(file: string): FileLock | undefined {
  return take(file, 'begin; select count(*) from sqlite_master');
}

/** Undefined when anybody, also this process, holds the lock in either way. */
export function tryLockExclusive(file: string): FileLock | undefined {
  return take(file, 'begin exclusive');
}

/** Waits for the exclusive lock, calling `onWait` once if that takes longer than a second. */
export async function lockExclusive(file: string, timeoutMs: number, onWait: () => void): Promise<FileLock> {
  const started = Date.now();
  let told = false;
  for (;;) {
    const lock = tryLockExclusive(file);
    if (lock) return lock;
    const waitedMs = Date.now() - started;
    if (waitedMs > timeoutMs) {
      throw new Error(`Another process has been starting or stopping the database for ${timeoutMs / 1000} s.`);
    }
    if (waitedMs > 1000 && !told) {
      told = true;
      onWait();
    }
    await sleep(pollMs);
  }
}

function take(file: string, statement: string): FileLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    database.exec(`pragma journal_mode = memory; ${statement}`);
  } catch (error) {
    if (database?.isOpen) database.close();
    if (isBusy(error)) return undefined;
    throw new Error(`Cannot lock ${file}: ${(error as Error).message}. Put the data directory on a local disk.`, {
      cause: error,
    });
  }

  const open = database;
  held.add(open);
  return {
    release() {
      if (!held.delete(open)) return;
      open.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && (code & 0xff) === sqliteBusy;
}
