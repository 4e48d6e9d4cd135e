/** Restores a backup of a place into a data directory without a database, and verifies each piece on the way. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Application, restoreEmbedded } from '../embedded-postgres/index.ts';
import type { Manifest } from './manifest.ts';
import { readPieces } from './pieces.ts';
import type { Place } from './place.ts';

type Options = {
  application: Application;
  dataDir: string;
  files: readonly string[];
  place: Place;
  manifest: Manifest;
  /** The content of age's file of identities, for a backup that is encrypted. */
  identity: string | undefined;
  log?: (message: string) => void;
};

/** @throws Error when a piece is missing or changed, or when it can't be restored here; then nothing is left behind. */
export async function restoreBackup(options: Options): Promise<void> {
  const { application, dataDir, files, place, manifest, identity, log } = options;
  if (manifest.architecture !== process.arch) {
    throw new Error(`${manifest.name} was made on ${manifest.architecture}: it can't be restored on ${process.arch}.`);
  }
  const pieces = readPieces(manifest.pieces, (name) => place.read(manifest.name, name));
  const compressed = manifest.encryptedTo === null ? pieces : await decrypted(pieces, manifest.encryptedTo, identity);
  const archive = createZstdDecompress();
  // If it fails, so does the archive, and with it the restore.
  pipeline(Readable.from(compressed), archive).catch(() => {});
  await restoreEmbedded({
    application,
    dataDir,
    files,
    source: ReadableStream.from<Uint8Array>(archive),
    ...(log === undefined ? {} : { log }),
  });
}

async function decrypted(pieces: AsyncIterable<Uint8Array>, encryptedTo: string, identity: string | undefined) {
  if (identity === undefined)
    throw new Error(`It is encrypted to ${encryptedTo}: name the file of its identity with --identity.`);
  const { recipients, decrypt } = await (await import('./encryption.ts')).decryptWith(identity);
  if (recipients.includes(encryptedTo)) return decrypt(pieces);
  throw new Error(`It is encrypted to ${encryptedTo}, and the identity is of ${recipients.join(', ')}.`);
}
