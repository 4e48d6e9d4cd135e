/** `sluice backup` and `backups`: copies the built-in database and what belongs to it, and lists the copies of a place. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '../../base/backups/list-backups.ts';
import { type Manifest, secondsOf, sumBytes } from '../../base/backups/manifest.ts';
import { openPlace, type PlaceSettings } from '../../base/backups/open-place.ts';
import type { Place } from '../../base/backups/place.ts';
import { sluice } from '../../base/database/built-in.ts';
import { hasTable } from '../../base/database/has-table.ts';
import { type OpenDatabase, openDatabase } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { backupEmbedded } from '../../base/embedded-postgres/index.ts';
import { insertMadeRun } from '../../features/backups/backup-runs.repository.ts';
import { backUp, sealHeadOf } from '../back-up.ts';
import { readKeepOption, readPlaceSettings } from '../backup-settings.ts';
import { type Config, dataDirFiles, readConfig } from '../config.ts';
import { complain, say, sayJson, table } from './output.ts';

export const headFile = 'seal-head';

type BackupOptions = { to?: string; keep?: string; json?: boolean };

/** Into a new directory as it is, or into a place that several are kept in. */
export async function backup(directory: string | undefined, { to, keep, json = false }: BackupOptions): Promise<void> {
  const config = configOfBuiltIn('back that database up');
  if (directory !== undefined) {
    if (to !== undefined || keep !== undefined)
      throw new Error('Name a new directory, or a place with --to, not both.');
    return copyTo(config, directory);
  }
  const settings = placeOf(config, '--to', to);
  const kept = keep === undefined ? config.backups.keep : readKeepOption(keep);
  await withBuiltIn(config, async ({ pool }) => {
    const place = await openPlace(settings);
    const { recipient } = config.backups;
    const made = await backUp({ dataDir: config.dataDir, pool, place, keep: kept, recipient, log: complain });
    const { manifest, deleted, problem } = made;
    await record(pool, place, manifest);
    if (json) sayJson({ ...factsOf(manifest), place: place.description, deleted });
    else tellMade(config, place, manifest, deleted);
    if (problem !== undefined)
      throw new Error(`The backup was made, but old ones were not deleted: ${problem.message}`);
  });
}

/** Also what is made by hand counts for the alarms. Before the tables are there, or of this version, it is not. */
async function record(pool: OpenDatabase['pool'], { description }: Place, manifest: Manifest): Promise<void> {
  if (!(await hasTable(pool, 'backup_runs'))) return;
  const { name, startedAt, finishedAt } = manifest;
  const run = { startedAt, finishedAt, place: description, name, bytes: sumBytes(manifest) };
  await insertMadeRun(createDatabase(pool), run);
}

function tellMade(config: Config, place: Place, manifest: Manifest, deleted: readonly string[]): void {
  const { name, databaseBytes, encryptedTo } = manifest;
  const size = `${megabytes(sumBytes(manifest))}, of ${megabytes(databaseBytes)} in the database`;
  say(`Made ${name} in ${place.description}: ${size}, in ${secondsOf(manifest).toFixed(1)} s.`);
  if (deleted.length > 0) say(`Deleted, as they are no longer kept: ${deleted.join(', ')}.`);
  if (config.secret !== undefined) say(secretIsElsewhere);
  if (encryptedTo !== null) say(`It is encrypted to ${encryptedTo}: keep the identity of that key elsewhere.`);
  else say('It is not encrypted: the place must be readable by you only.');
}

type ListOptions = { from?: string; json?: boolean };

export async function backups({ from, json = false }: ListOptions): Promise<void> {
  const place = await openPlace(placeOf(readConfig(process.env), '--from', from));
  const found = await listBackups(place);
  const incomplete = found.incomplete.map(({ name }) => name);
  if (json)
    return sayJson({
      place: place.description,
      backups: found.backups.map(({ manifest }) => factsOf(manifest)),
      incomplete,
    });
  if (found.backups.length === 0) say(`There is no complete backup in ${place.description}.`);
  else {
    const rows = found.backups.map(({ manifest }) => [
      manifest.name,
      manifest.startedAt.toISOString(),
      megabytes(sumBytes(manifest)),
      `${secondsOf(manifest).toFixed(1)} s`,
      manifest.version,
      manifest.encryptedTo === null ? 'no' : 'yes',
    ]);
    say(table([['Backup', 'Began', 'Size', 'Took', 'Sluice', 'Encrypted'], ...rows]));
  }
  if (incomplete.length > 0) say(`Incomplete, being made or given up: ${incomplete.join(', ')}.`);
}

const factsOf = (manifest: Manifest) => ({
  name: manifest.name,
  began_at: manifest.startedAt,
  finished_at: manifest.finishedAt,
  bytes: sumBytes(manifest),
  database_bytes: manifest.databaseBytes,
  version: manifest.version,
  encrypted_to: manifest.encryptedTo,
  seal_head: manifest.sealHead,
});

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Of an option, or that of the settings. */
export function placeOf(
  { backups: { to } }: Config,
  option: '--to' | '--from',
  text: string | undefined,
): PlaceSettings {
  if (text === undefined) {
    if (to !== undefined) return to;
    throw new Error(`Name a place with ${option}: a directory, or s3://bucket/prefix. Or set SLUICE_BACKUP_TO.`);
  }
  try {
    return readPlaceSettings(process.env, text);
  } catch (error) {
    throw new Error(`${option} ${(error as Error).message}.`, { cause: error });
  }
}

async function copyTo(config: Config, directory: string): Promise<void> {
  await withBuiltIn(config, async ({ pool }) => {
    // Read before the copy is made, so that the copy has the seals up to it.
    const head = await sealHeadOf(pool);
    const files = Object.values(dataDirFiles);
    const { dataDir } = config;
    const copied = await backupEmbedded({ application: sluice, dataDir, target: directory, files, log: complain });
    if (head !== undefined) await writeFile(join(directory, headFile), `${head}\n`, { mode: 0o600 });
    tellCopied(config, directory, copied);
  });
}

const secretIsElsewhere =
  'SLUICE_SECRET is not in the backup. Keep a copy of it elsewhere: without it, second factors cannot be decrypted.';

function tellCopied(config: Config, directory: string, copied: readonly string[]): void {
  say(`Copied the database to ${directory}${copied.length === 0 ? '' : `, with ${copied.join(', ')}`}.`);
  if (config.secret !== undefined || !copied.includes(dataDirFiles.secret)) say(secretIsElsewhere);
  if (copied.length > 0) say('The backup contains secrets: keep it where only you can read it.');
  say(`To restore it into a data directory without a database: npx sluice restore ${directory}`);
}

async function withBuiltIn(config: Config, work: (open: OpenDatabase) => Promise<void>): Promise<void> {
  const open = await openDatabase({ ...config, own: false, log: complain });
  try {
    await work(open);
  } finally {
    await open.close();
  }
}

export function configOfBuiltIn(what: string): Config {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) return config;
  throw new Error(`DATABASE_URL is set: ${what} with its own tools, such as pg_dump, and keep SLUICE_SECRET too.`);
}
