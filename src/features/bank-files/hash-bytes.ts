/** The SHA-256 of a file, by which it is known again whatever it is called. */
import { createHash } from 'node:crypto';

export async function hashBytes(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest();
}
