/**
 * Cuts a stream into pieces of one size, each with its SHA-256, and joins them again. A piece is what is sent, tried again
 * and verified as a whole. Must never hold more than two of them in memory.
 */
import { createHash } from 'node:crypto';
import { type Piece, pieceName } from './manifest.ts';

/** Of a service for small files; 10,000 pieces are 160 GB. */
const pieceBytesUsual = 16 * 1024 * 1024;

type Write = (name: string, content: Buffer, sha256: string) => Promise<void>;

/** The next piece is gathered while one is written. @returns all, in order. */
export async function writePieces(
  source: AsyncIterable<Uint8Array>,
  write: Write,
  pieceBytes = pieceBytesUsual,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let writing: Promise<void> = Promise.resolve();
  let gathered = Buffer.allocUnsafe(pieceBytes);
  let length = 0;

  async function send(): Promise<void> {
    const content = gathered.subarray(0, length);
    const piece = { name: pieceName(pieces.length + 1), bytes: length, sha256: hash(content) };
    pieces.push(piece);
    await writing;
    writing = write(piece.name, content, piece.sha256);
    // Awaited before the next is written, and at the end.
    writing.catch(() => {});
    gathered = Buffer.allocUnsafe(pieceBytes);
    length = 0;
  }

  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + pieceBytes - length);
      gathered.set(part, length);
      length += part.length;
      from += part.length;
      if (length === pieceBytes) await send();
    }
  }
  if (length > 0) await send();
  await writing;
  return pieces;
}

/** @throws Error that names the first piece that is missing or not as it was. */
export async function* readPieces(
  pieces: readonly Piece[],
  read: (name: string) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  for (const { name, bytes, sha256 } of pieces) {
    const content = await read(name);
    if (content === undefined) throw new Error(`${name} is missing`);
    if (content.length !== bytes || hash(content) !== sha256) throw new Error(`${name} is not as it was written`);
    yield content;
  }
}

const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
