/** `sluice backup` and `restore`: copies the built-in database, and restores a copy. */
import { readConfig } from '../config.ts';
import { sluice } from '../database/built-in.ts';
import { backupEmbedded, restoreEmbedded } from '../embedded-postgres/index.ts';
import { complain, say } from './output.ts';

export async function backup(directory: string): Promise<void> {
  await backupEmbedded({
    application: sluice,
    dataDir: dataDirOfBuiltIn('back that database up'),
    target: directory,
    log: complain,
  });
  say(`Copied to ${directory}. To restore it into a data directory without a database: sluice restore ${directory}`);
}

export async function restore(directory: string): Promise<void> {
  const dataDir = dataDirOfBuiltIn('restore that database');
  await restoreEmbedded({ application: sluice, dataDir, source: directory, log: complain });
  say(`Restored into ${dataDir}.`);
}

function dataDirOfBuiltIn(what: string): string {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) return config.dataDir;
  throw new Error(`DATABASE_URL is set: ${what} with its own tools, such as pg_dump.`);
}
