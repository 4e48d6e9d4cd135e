/**
 * Locks between processes, released by the kernel when their holder dies. Node.js offers no flock, but SQLite's file
 * locks serve the purpose: a lock is an empty SQLite file. Must never open a lock file by other means: closing any
 * descriptor of it would release this process's locks on it (POSIX).
 */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type FileLock = { release(): void };

const pollMs = 25;
const sqliteBusy = 5;

// Keeps the connections reachable: garbage collection would close them and release their locks.
const held = new Set<DatabaseSync>();

/** @returns undefined when the lock is held exclusively. */
export function tryLockShared(file: string): FileLock | undefined {
  return take(file, 'begin; select count(*) from sqlite_master');
}

/** @returns undefined when any process, including this one, holds the lock, shared or exclusive. */
export function tryLockExclusive(file: string): FileLock | undefined {
  return take(file, 'begin exclusive');
}

/** Waits for the exclusive lock, and calls `onWait` once when it has waited for a second. */
export async function lockExclusive(file: string, timeoutMs: number, onWait: () => void): Promise<FileLock> {
  const started = Date.now();
  let told = false;
  for (;;) {
    const lock = tryLockExclusive(file);
    if (lock) return lock;
    const waitedMs = Date.now() - started;
    if (waitedMs > timeoutMs) {
      throw new Error(`Another process has been starting or stopping here for ${timeoutMs / 1000} s.`);
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
