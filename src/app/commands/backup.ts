/** `sluice backup` and `restore`: copies the built-in database and what belongs to it, and restores a copy. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sluice } from '../../base/database/built-in.ts';
import { type OpenDatabase, openDatabase } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { backupEmbedded, restoreEmbedded } from '../../base/embedded-postgres/index.ts';
import { type Head, headText } from '../../core/seals/head.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { type Config, dataDirFiles, readConfig } from '../config.ts';
import { complain, say } from './output.ts';

const files = Object.values(dataDirFiles);
const headFile = 'seal-head';

export async function backup(directory: string): Promise<void> {
  const config = configOfBuiltIn('back that database up');
  const database = await openDatabase({ ...config, own: false, log: complain });
  try {
    // Read before the copy is made, so that the copy has the seals up to it.
    const head = await headOf(database);
    const copied = await backupEmbedded({
      application: sluice,
      dataDir: config.dataDir,
      target: directory,
      files,
      log: complain,
    });
    if (head !== undefined) await writeFile(join(directory, headFile), `${headText(head)}\n`, { mode: 0o600 });
    tell(config, directory, copied);
  } finally {
    await database.close();
  }
}

/** Nothing is migrated for a backup: a database may have no tables yet. */
async function headOf({ pool }: OpenDatabase): Promise<Head | undefined> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('seals') is not null as there`);
  return rows[0]?.there ? findHead(createDatabase(pool)) : undefined;
}

function tell(config: Config, directory: string, copied: readonly string[]): void {
  say(`Copied the database to ${directory}${copied.length === 0 ? '' : `, with ${copied.join(', ')}`}.`);
  if (config.secret !== undefined || !copied.includes(dataDirFiles.secret)) {
    say(
      'SLUICE_SECRET is not in the backup. Keep a copy of it elsewhere: without it, second factors cannot be decrypted.',
    );
  }
  if (copied.length > 0) say('The backup contains secrets: keep it where only you can read it.');
  say(`To restore it into a data directory without a database: npx sluice restore ${directory}`);
}

export async function restore(directory: string): Promise<void> {
  const config = configOfBuiltIn('restore that database');
  await restoreEmbedded({ application: sluice, dataDir: config.dataDir, source: directory, files, log: complain });
  say(`Restored into ${config.dataDir}. Start the service with the SLUICE_SECRET of the original, if it had one,`);
  say('and verify the books: npx sluice verify --full');
}

function configOfBuiltIn(what: string): Config {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) return config;
  throw new Error(`DATABASE_URL is set: ${what} with its own tools, such as pg_dump, and keep SLUICE_SECRET too.`);
}
