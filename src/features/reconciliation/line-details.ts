/** The payments that collective lines have in them, read for a bounded number of lines at a time. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { findDetails } from './reconciliation.repository.ts';
import type { LineDetails } from './statement-line.ts';

/** Of lines and of the payments in them; they are held at once. */
const textsPage = 10_000;

/** `payments`: of how many that are in it something is known. */
type Sized = { id: bigint; payments: number };

const sizeOf = ({ payments }: Sized): number => 1 + payments;

export function chunksOf<Line extends Sized>(lines: readonly Line[]): Line[][] {
  const chunks: Line[][] = [];
  let room = 0;
  for (const line of lines) {
    if (chunks.length === 0 || room < sizeOf(line)) {
      chunks.push([]);
      room = textsPage;
    }
    chunks.at(-1)?.push(line);
    room -= sizeOf(line);
  }
  return chunks;
}

/** @param chunk one of `chunksOf`. */
export async function withDetails<Line extends Sized>(
  db: Database | Tx,
  chunk: readonly Line[],
): Promise<(Line & { details: LineDetails | null })[]> {
  const details = await findDetails(
    db,
    chunk.flatMap(({ id, payments }) => (payments > 0 ? [id] : [])),
  );
  return chunk.map((line) => ({ ...line, details: details.get(line.id) ?? null }));
}
