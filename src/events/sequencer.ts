/**
 * Gives committed events their positions, which is the order in which they are read. It runs in every service; a lock
 * lets one work at a time, and lasts no longer than a round, so that whoever dies or loses its connection is replaced
 * by the next round of another. An event that commits late gets a later position: no reader skips it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type EventBook,
  givePositions,
  hasUnpositioned,
  lockSequencer,
  tryLockSequencer,
} from './events.repository.ts';

const roundEventsMax = 5_000;
const pauseMs = 100;
const pauseAfterErrorMs = 1_000;

export type Sequencer = {
  start(): void;
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
};

/**
 * One round, after whatever round another process is at. For those who need every committed event positioned now.
 * @param only the one book to look at; undefined: all of them.
 * @returns how many events got their position; less than a whole round means that none is left.
 */
export async function positionEvents(db: Database, only?: EventBook): Promise<number> {
  if (!(await hasUnpositioned(db, only))) return 0;
  return inTransaction(db, async (tx) => {
    await lockSequencer(tx);
    return givePositions(tx, roundEventsMax, only);
  });
}

/** The same in the background: what another process is at is left to it. */
async function positionInTurn(db: Database): Promise<number> {
  if (!(await hasUnpositioned(db))) return 0;
  return inTransaction(db, async (tx) => ((await tryLockSequencer(tx)) ? givePositions(tx, roundEventsMax) : 0));
}

export function createSequencer(deps: { db: Database; onError: (error: unknown) => void }): Sequencer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();

  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        if ((await positionInTurn(deps.db)) < roundEventsMax) await pause(pauseMs);
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
