/**
 * The file that makes a backup one: `manifest.json`, written last. It names every piece with its size and SHA-256, so that
 * a restore takes all of them as they were, or fails. Must hold no secret.
 */
import { readBackupName } from './backup-name.ts';

export const manifestFile = 'manifest.json';
const format = 'sluice-backup/1';

export type Piece = { name: string; bytes: number; sha256: string };

export type Manifest = {
  name: string;
  startedAt: Date;
  finishedAt: Date;
  /** The version of the service that made it. */
  version: string;
  /** It can be restored by this major version of PostgreSQL on this architecture only. */
  postgresql: number;
  architecture: string;
  databaseBytes: number;
  /** The public key that it is encrypted to; null: it is not encrypted. */
  encryptedTo: string | null;
  /** The head of the seals when it began; null: there were none yet. */
  sealHead: string | null;
  pieces: Piece[];
};

/** `archive-000001`, from 1. */
export const pieceName = (number: number): string => `archive-${String(number).padStart(6, '0')}`;

export const isPieceName = (name: string): boolean => /^archive-\d{6}$/.test(name);

export const sumBytes = ({ pieces }: Pick<Manifest, 'pieces'>): number =>
  pieces.reduce((sum, { bytes }) => sum + bytes, 0);

/** How long it took. */
export const secondsOf = ({ startedAt, finishedAt }: Pick<Manifest, 'startedAt' | 'finishedAt'>): number =>
  (finishedAt.getTime() - startedAt.getTime()) / 1_000;

export function writeManifest(manifest: Manifest): Buffer {
  const { name, startedAt, finishedAt, version, postgresql, architecture, databaseBytes } = manifest;
  const { encryptedTo, sealHead, pieces } = manifest;
  const document = {
    format,
    name,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt.toISOString(),
    sluice: version,
    postgresql,
    architecture,
    database_bytes: databaseBytes,
    encrypted_to: encryptedTo,
    seal_head: sealHead,
    pieces,
  };
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
}

/** @returns undefined when it is not a whole manifest of a backup of this name. */
export function readManifest(name: string, content: Buffer): Manifest | undefined {
  const found = parse(content);
  if (found === undefined || found.format !== format || found.name !== name || readBackupName(name) === undefined) {
    return undefined;
  }
  const startedAt = new Date(String(found.started_at));
  const finishedAt = new Date(String(found.finished_at));
  if (Number.isNaN(startedAt.getTime()) || Number.isNaN(finishedAt.getTime())) return undefined;
  const { pieces } = found;
  if (!Array.isArray(pieces) || pieces.length === 0 || !pieces.every(isPiece)) return undefined;
  return {
    name,
    startedAt,
    finishedAt,
    version: String(found.sluice),
    postgresql: Number(found.postgresql),
    architecture: String(found.architecture),
    databaseBytes: Number(found.database_bytes),
    encryptedTo: textOrNull(found.encrypted_to),
    sealHead: textOrNull(found.seal_head),
    pieces: pieces.map(({ name: piece, bytes, sha256 }) => ({ name: piece, bytes, sha256 })),
  };
}

function parse(content: Buffer): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(content.toString('utf8'));
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Pieces are numbered without a gap, so none can be left out of the list. */
function isPiece(piece: unknown, index: number): piece is Piece {
  const { name, bytes, sha256 } = (piece ?? {}) as Record<string, unknown>;
  return (
    name === pieceName(index + 1) &&
    Number.isSafeInteger(bytes) &&
    (bytes as number) > 0 &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
