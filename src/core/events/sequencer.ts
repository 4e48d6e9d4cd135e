/**
 * Assigns positions to committed events, which define the order of reading (docs/contract/common.md, "Events"). It runs
 * in every process. A lock held for one round at a time admits one of them, so another takes over when that one dies.
 * An event that commits late gets a later position, so a reader's cursor never skips it. What a company's events tell
 * of the earnings of payees is appended to the payees' logs in the same round, so that settling pays nothing for it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../base/database/pool.ts';
import { inRepeatableTransaction } from '../../base/database/transaction.ts';
import { assignPositions } from './assign-positions.ts';
import type { EarningsPublishers } from './declare-events.ts';
import { type EventBook, hasUnpositioned, lockSequencer, tryLockSequencer } from './events.repository.ts';

const roundEventsMax = 5_000;
const pauseMs = 100;
const pauseAfterErrorMs = 1_000;

type Sequencer = {
  start(): void;
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
};

/**
 * Runs one round, after waiting for that of another process. For callers that need all committed events positioned now.
 * @param publishers the events that publish earnings, with the earnings' own events in the same round.
 * @param only limits the round to one book; undefined: all books.
 * @returns the number of events positioned; 0 means that none is left.
 */
export async function positionEvents(db: Database, publishers: EarningsPublishers, only?: EventBook): Promise<number> {
  if (!(await hasUnpositioned(db, only))) return 0;
  return inRepeatableTransaction(db, async (tx) => {
    await lockSequencer(tx);
    return (await assignPositions(tx, publishers, { limit: roundEventsMax, only })).positioned;
  });
}

/** All committed events of a book have their position then: what follows comes after them. */
export async function positionAll(db: Database, publishers: EarningsPublishers, book: EventBook): Promise<void> {
  while ((await positionEvents(db, publishers, book)) > 0);
}

/** A background round: does nothing while another process is running one. @returns whether there may be more to do. */
async function positionInTurn(db: Database, publishers: EarningsPublishers): Promise<boolean> {
  if (!(await hasUnpositioned(db))) return false;
  return inRepeatableTransaction(
    db,
    async (tx) =>
      (await tryLockSequencer(tx)) && (await assignPositions(tx, publishers, { limit: roundEventsMax })).isFull,
  );
}

export function createSequencer(deps: {
  db: Database;
  publishers: EarningsPublishers;
  onError: (error: unknown) => void;
}): Sequencer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();

  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        if (!(await positionInTurn(deps.db, deps.publishers))) await pause(pauseMs);
      } catch (error) {
        deps.onError(error);
        await pause(pauseAfterErrorMs);
      }
    }
  }

  return {
    start() {
      running = run();
    },
    stop() {
      stopping.abort();
      return running;
    },
  };
}
