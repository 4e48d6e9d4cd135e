/** The bytes of an uploaded file, a part at a time, from the database. */
import type { Database } from '../../base/database/pool.ts';
import { retrying } from '../../base/database/transaction.ts';
import { findPart } from './statement-files.repository.ts';

/** The file was deleted while it was read. */
export class FileGone extends Error {}

/** @param onRead gets the number of bytes read with each part. @throws FileGone */
export async function* storedBytes(
  db: Database,
  { id, size }: { id: bigint; size: bigint },
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  for (let at = 0n; at < size; ) {
    const from = at;
    const part = await retrying(() => findPart(db, id, from));
    if (part === undefined) throw new FileGone();
    yield part;
    at += BigInt(part.length);
    onRead(part.length);
  }
}
