/** `sluice backup` and `restore`: copies the built-in database and what belongs to it, and restores a copy. */
import { type Config, dataDirFiles, readConfig } from '../config.ts';
import { sluice } from '../database/built-in.ts';
import { backupEmbedded, restoreEmbedded } from '../embedded-postgres/index.ts';
import { complain, say } from './output.ts';

const files = Object.values(dataDirFiles);

export async function backup(directory: string): Promise<void> {
  const config = configOfBuiltIn('back that database up');
  const copied = await backupEmbedded({
    application: sluice,
    dataDir: config.dataDir,
    target: directory,
    files,
    log: complain,
  });
  say(`Copied the database to ${directory}${copied.length === 0 ? '' : `, with ${copied.join(' and ')}`}.`);
  if (config.secret !== undefined || !copied.includes(dataDirFiles.secret)) {
    say(
      'SLUICE_SECRET is not in the backup. Keep a copy of it elsewhere: without it, second factors cannot be decrypted.',
    );
  } else {
    say('The backup contains secrets: keep it where only you can read it.');
  }
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
