/** `sluice backup`: a copy of the built-in database. */
import { readConfig } from '../config.ts';
import { backupEmbedded } from '../database/embedded/backup.ts';
import { complain, say } from './output.ts';

export async function backup(directory: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) {
    throw new Error('DATABASE_URL is set: back that database up with its own tools, such as pg_dump.');
  }
  await backupEmbedded({ dataDir: config.dataDir, target: directory, log: complain });
  say(`Copied to ${directory}. To restore, use it as SLUICE_DATA_DIR.`);
}
