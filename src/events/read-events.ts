/** Reading a book's events, oldest first, without ever skipping one that commits late (docs/contract.md, "Events"). */
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';
import { listEvents, positionEvents, type ReadEvent } from './events.repository.ts';

/** @param after the position read up to; 0n for the beginning. */
export async function readEvents(
  db: Database,
  book: { holderId: bigint; mode: Mode },
  after: bigint,
  limit: number,
): Promise<ReadEvent[]> {
  const known = await listEvents(db, book, after, limit);
  if (known.length === limit) return known;
  const given = await inTransaction(db, (tx) => positionEvents(tx, book, limit - known.length));
  return given === 0 ? known : listEvents(db, book, after, limit);
}
