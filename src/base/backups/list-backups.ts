/** What is in a place: backups, and what is left of those that were never completed. Anything else is not looked at. */
import { type BackupName, readBackupName } from './backup-name.ts';
import { type Manifest, manifestFile, readManifest } from './manifest.ts';
import type { Place } from './place.ts';

type FoundBackup = BackupName & { manifest: Manifest };
/** `incomplete`: without a manifest, because it is still being made, or was given up. */
type Found = { backups: FoundBackup[]; incomplete: BackupName[] };

const atOnce = 8;

/** Oldest first. @throws Error when a manifest can't be read, so that nothing is decided without it. */
export async function listBackups(place: Place): Promise<Found> {
  const names = (await place.listFolders()).flatMap((folder) => readBackupName(folder) ?? []);
  names.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Found = { backups: [], incomplete: [] };
  for (let from = 0; from < names.length; from += atOnce) {
    const some = names.slice(from, from + atOnce);
    const contents = await Promise.all(some.map(({ name }) => place.read(name, manifestFile)));
    for (const [index, backup] of some.entries()) {
      const content = contents[index];
      if (content === undefined) {
        found.incomplete.push(backup);
        continue;
      }
      const manifest = readManifest(backup.name, content);
      if (manifest === undefined) throw new Error(`${place.description}/${backup.name}/${manifestFile} is damaged.`);
      found.backups.push({ ...backup, manifest });
    }
  }
  return found;
}

/**
 * @param wanted a name, or `latest`.
 * @throws Error when there is none, or when `latest` could be of several databases.
 */
export async function findBackup(place: Place, wanted: string): Promise<Manifest> {
  const { backups } = await listBackups(place);
  if (wanted !== 'latest') {
    const found = backups.find(({ name }) => name === wanted);
    if (found === undefined) throw new Error(`There is no complete backup ${wanted} in ${place.description}.`);
    return found.manifest;
  }
  const newest = new Map(backups.map((backup) => [backup.database, backup]));
  const [only, another] = newest.values();
  if (only === undefined) throw new Error(`There is no complete backup in ${place.description}.`);
  if (another === undefined) return only.manifest;
  const names = [...newest.values()].map(({ name }) => name).join(', ');
  throw new Error(`${place.description} holds backups of several databases. Name one with --backup: ${names}.`);
}
