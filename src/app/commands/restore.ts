/**
 * `sluice restore`: puts a backup back into a data directory without a database. With `--check`, into a temporary one, which
 * is verified and removed: the database of the settings is not looked at, nothing is sent, and no job runs.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBackup } from '../../base/backups/list-backups.ts';
import { type Manifest, manifestFile } from '../../base/backups/manifest.ts';
import { openPlace } from '../../base/backups/open-place.ts';
import { restoreBackup } from '../../base/backups/restore-backup.ts';
import { sluice } from '../../base/database/built-in.ts';
import { restoreEmbedded } from '../../base/embedded-postgres/index.ts';
import { dataDirFiles, readConfig } from '../config.ts';
import { configOfBuiltIn, headFile, placeOf } from './backup.ts';
import { checkRestored, showRestored } from './check-restored.ts';
import { complain, say, sayJson } from './output.ts';

const files = Object.values(dataDirFiles);

type Options = {
  from?: string;
  backup?: string;
  identity?: string;
  check?: boolean;
  sealed?: string;
  in?: string;
  json?: boolean;
};
/** What is restored, into whichever data directory. */
type Source = { name: string; sealHead: string | undefined; restoreInto(dataDir: string): Promise<void> };

export async function restore(directory: string | undefined, options: Options): Promise<void> {
  if (options.check) return check(directory, options);
  if (options.sealed !== undefined || options.in !== undefined || options.json) {
    throw new Error('--sealed, --in and --json belong to --check.');
  }
  const { dataDir } = configOfBuiltIn('restore that database');
  const source = await findSource(directory, options);
  await source.restoreInto(dataDir);
  say(
    `Restored ${source.name} into ${dataDir}. Start the service with the SLUICE_SECRET of the original, if it had one,`,
  );
  say('and verify the books: npx sluice verify --full');
}

async function check(directory: string | undefined, options: Options): Promise<void> {
  const source = await findSource(directory, options);
  const within = options.in ?? tmpdir();
  const result = await checkRestored({ ...source, within, sealed: options.sealed });
  if (options.json) sayJson(result);
  else showRestored(result);
  if (!result.ok) process.exitCode = 1;
}

async function findSource(directory: string | undefined, options: Options): Promise<Source> {
  if (directory === undefined) return findInPlace(options);
  if (options.from !== undefined || options.backup !== undefined || options.identity !== undefined) {
    throw new Error('Name the directory of a backup, or a place with --from, not both.');
  }
  if (existsSync(join(directory, manifestFile))) {
    throw new Error(`${directory} is one of several backups: npx sluice restore --from ${resolve(directory, '..')}`);
  }
  const head = await readFile(join(directory, headFile), 'utf8').catch(() => undefined);
  return {
    name: directory,
    sealHead: head?.trim(),
    restoreInto: (dataDir) =>
      restoreEmbedded({ application: sluice, dataDir, source: directory, files, log: complain }),
  };
}

async function findInPlace({ from, backup = 'latest', identity }: Options): Promise<Source> {
  const place = await openPlace(placeOf(readConfig(process.env), '--from', from));
  const manifest: Manifest = await findBackup(place, backup);
  const identityText = identity === undefined ? undefined : await readFile(identity, 'utf8');
  return {
    name: manifest.name,
    sealHead: manifest.sealHead ?? undefined,
    restoreInto: (dataDir) =>
      restoreBackup({ application: sluice, dataDir, files, place, manifest, identity: identityText, log: complain }),
  };
}
