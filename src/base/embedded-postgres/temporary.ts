/** A data directory for a database that is tried and thrown away. Must never remove anything that it did not make. */
import { chmodSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application } from './application.ts';
import { findDirectories } from './directories.ts';
import { shutDown } from './postmaster.ts';

/**
 * @param within the directory that it is made in.
 * @param work may make a database in the directory and start it; whatever comes of it, all of it is removed afterwards.
 */
export async function withTemporaryDataDir<T>(
  application: Application,
  within: string,
  work: (dataDir: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(realpathSync(within), `${application.name}-temporary-`));
  // Root's server runs as another user, who has to pass.
  if (process.getuid?.() === 0) chmodSync(root, 0o711);
  const dataDir = join(root, 'data');
  try {
    return await work(dataDir);
  } finally {
    if (existsSync(join(dataDir, 'database-id'))) {
      const dirs = findDirectories(application, dataDir);
      await shutDown(dirs);
      for (const path of [dirs.base, dirs.socketDir]) await rm(path, { recursive: true, force: true });
    }
    await rm(root, { recursive: true, force: true });
  }
}
