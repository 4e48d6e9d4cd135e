/**
 * Gives events their positions, and with them makes the events of payees from the movements of their earnings
 * (docs/contract/common.md, "Events of payees"). A position is assigned once, and a book's positions have no gap.
 */
import assert from 'node:assert/strict';
import { planForAnyValues } from '../../base/database/cluster.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { EarningsPublishers } from './declare-events.ts';
import { findEarningEvents } from './earning-events.ts';
import { insertEarningEvents } from './earning-movements.repository.ts';
import { type EventBook, notifyReaders, signalOf } from './events.repository.ts';
import { findLastPositions, listUnpositioned, setPositions, type UnpositionedEvent } from './positions.repository.ts';

const movementsMaxDefault = 10_000;

/**
 * Assigns the next positions in their books to the oldest events without one, and notifies who waits for events of these
 * books. The caller must have the sequencer lock before this begins, so that it sees every position that was assigned.
 * @param publishers the events that publish earnings.
 * @param round.only limits the assignment to one book, and to what its events tell payees; undefined: all books.
 * @param round.movementsMax of payees' earnings, of which the events tell.
 * @returns the number of positions assigned to events that had none, and whether there may be more.
 */
export async function assignPositions(
  tx: Tx,
  publishers: EarningsPublishers,
  round: { limit: number; only?: EventBook | undefined; movementsMax?: number },
): Promise<{ positioned: number; isFull: boolean }> {
  const { limit, only, movementsMax = movementsMaxDefault } = round;
  await planForAnyValues(tx);
  const oldest = await listUnpositioned(tx, publishers, limit, only);
  const own = upTo(movementsMax, oldest);
  if (own.length === 0) return { positioned: 0, isFull: false };
  const earned = await findEarningEvents(tx, publishers, own);
  const books = booksOf([...own, ...earned]);
  const next = counter(await findLastPositions(tx, books));
  const positions = own.map(next);
  const numbered = earned.map((event) => ({ ...event, position: next(event) }));
  const given = await setPositions(
    tx,
    own.map(({ holderId, id }, index) => ({ holderId, id, position: positions[index] as bigint })),
  );
  assert(given === own.length, 'an event that has no position yet is never deleted');
  await insertEarningEvents(tx, numbered);
  await notifyReaders(tx, books);
  return { positioned: own.length, isFull: oldest.length === limit || oldest.length > own.length };
}

/**
 * The first events, at least one. An order tells of as many movements as it has splits, and one round that made all of them
 * would hold up every reader.
 */
function upTo(movementsMax: number, events: readonly UnpositionedEvent[]): UnpositionedEvent[] {
  let movements = 0;
  const end = events.findIndex((event, index) => {
    movements += event.splits;
    return index > 0 && movements > movementsMax;
  });
  return events.slice(0, end < 0 ? events.length : end);
}

const booksOf = (events: readonly EventBook[]): EventBook[] => [
  ...new Map(events.map(({ holderId, mode }) => [signalOf({ holderId, mode }), { holderId, mode }])).values(),
];

/** @returns a function that counts the positions of each book on, from its last one. */
function counter(last: readonly (EventBook & { position: bigint })[]): (book: EventBook) => bigint {
  const taken = new Map(last.map((book) => [signalOf(book), book.position]));
  return (book) => {
    const position = (taken.get(signalOf(book)) ?? 0n) + 1n;
    taken.set(signalOf(book), position);
    return position;
  };
}
