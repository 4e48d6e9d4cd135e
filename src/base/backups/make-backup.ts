/**
 * Makes one backup in a place, and deletes those that are no longer kept. A backup counts from the moment its manifest is
 * there, which is written last. Must never delete one of another database, the newest one, or what is not a backup.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type Application, archiveEmbedded, type DatabaseFacts } from '../embedded-postgres/index.ts';
import { type BackupName, databaseMark, nameBackup, readBackupName } from './backup-name.ts';
import { listBackups } from './list-backups.ts';
import { isPieceName, type Manifest, manifestFile, type Piece, writeManifest } from './manifest.ts';
import { writePieces } from './pieces.ts';
import type { Place } from './place.ts';
import { chooseExpired, type Keep } from './retention.ts';

type Options = {
  application: Application;
  dataDir: string;
  /** Of the data directory, copied with the database. */
  files: readonly string[];
  place: Place;
  keep: Keep;
  /** The public key to encrypt to. */
  encryptTo: string | undefined;
  version: string;
  /** Read before anything is copied, so that the copy has the seals up to it. */
  sealHead: string | undefined;
  now: () => Date;
  /** Gives up, and leaves nothing behind. */
  signal?: AbortSignal | undefined;
  log?: (message: string) => void;
};

export type MadeBackup = {
  manifest: Manifest;
  /** The names of those that were deleted. */
  deleted: string[];
  /** Why old ones could not be deleted. */
  problem: Error | undefined;
};

/** The next levels take several times as long beside the running service, for little. */
const compressionLevel = 1;
const compressedChunkBytes = 256 * 1024;
/** Longer than any backup takes: what has no manifest by then was given up. */
const abandonedAfterMs = 86_400_000;

/** @throws ArchiveBusyError while another process backs the same database up. */
export async function makeBackup(options: Options): Promise<MadeBackup> {
  const { application, dataDir, files, place, log } = options;
  return await archiveEmbedded({
    application,
    dataDir,
    files,
    keptIn: place.directory,
    ...(log === undefined ? {} : { log }),
    async consume(archive, facts) {
      const manifest = await store(options, archive, facts);
      const deleted: string[] = [];
      const problem = await deleteExpired(options, manifest.name, deleted).then(
        () => undefined,
        (error: Error) => error,
      );
      return { manifest, deleted, problem };
    },
  });
}

async function store(options: Options, archive: ReadableStream<Uint8Array>, facts: DatabaseFacts): Promise<Manifest> {
  const { place, version, encryptTo, now, signal } = options;
  const startedAt = now();
  const name = nameBackup(startedAt, databaseMark(facts.systemIdentifier));
  if ((await place.listFiles(name)).length > 0) throw new Error(`${place.description}/${name} is there already.`);
  try {
    const pieces = await storePieces(options, archive, name);
    signal?.throwIfAborted();
    const manifest: Manifest = {
      name,
      startedAt,
      finishedAt: now(),
      version,
      postgresql: facts.major,
      architecture: facts.architecture,
      databaseBytes: facts.bytes,
      encryptedTo: encryptTo ?? null,
      sealHead: options.sealHead ?? null,
      pieces,
    };
    const content = writeManifest(manifest);
    await place.write(name, manifestFile, content, sha256Of(content));
    return manifest;
  } catch (error) {
    await deleteBackup(place, name).catch(() => {});
    throw error;
  }
}

async function storePieces(
  { place, encryptTo, signal }: Options,
  archive: ReadableStream<Uint8Array>,
  name: string,
): Promise<Piece[]> {
  const encrypt = encryptTo === undefined ? undefined : (await import('./encryption.ts')).encryptTo(encryptTo);
  const compress = createZstdCompress({
    chunkSize: compressedChunkBytes,
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevel },
  });
  const pieces: Piece[] = [];
  await pipeline(
    Readable.fromWeb(archive),
    compress,
    async (compressed: AsyncIterable<Uint8Array>) => {
      const source = encrypt === undefined ? compressed : encrypt(compressed);
      pieces.push(...(await writePieces(source, (...piece) => place.write(name, ...piece))));
    },
    signal === undefined ? {} : { signal },
  );
  return pieces;
}

/** Those of the same database that are no longer kept, and what was given up. @param deleted gets their names. */
async function deleteExpired({ place, keep, now }: Options, made: string, deleted: string[]): Promise<void> {
  if (keep === 'all') return;
  const { backups, incomplete } = await listBackups(place);
  const { database } = readBackupName(made)!;
  const own = (one: BackupName): boolean => one.database === database && one.name !== made;
  const isAbandoned = ({ startedAt }: BackupName): boolean => now().getTime() - startedAt.getTime() > abandonedAfterMs;
  const expired = chooseExpired(
    backups.filter((one) => one.database === database),
    keep,
  );
  for (const { name } of [...expired.filter(own), ...incomplete.filter(own).filter(isAbandoned)]) {
    await deleteBackup(place, name);
    deleted.push(name);
  }
}

/** The manifest first: what is deleted in part is no backup any more. */
async function deleteBackup(place: Place, name: string): Promise<void> {
  await place.remove(name, manifestFile);
  for (const file of await place.listFiles(name)) {
    // With what a write that was cut off has left beside it.
    if (isPieceName(file.replace(/\..*$/, ''))) await place.remove(name, file);
  }
  await place.removeFolder(name);
}

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
