/**
 * Bounds how many passwords are hashed at a time. Hashing takes most of a processor for about 80 ms and a thread of
 * libuv's pool, which sessions and new database connections need too. People who have signed in from their browser
 * before go first; no client network may fill the queue. Must never let a hash run outside the queue.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../base/errors/app-error.ts';

/** Who has a password hashed: known people go first. */
export type HashCaller = { network: string; isKnown: boolean };

type HashQueueOptions = {
  runningMax?: number;
  waitingMax?: number;
  waitingPerNetworkMax?: number;
  refusalHoldMs?: number;
};

export type HashQueue = {
  /**
   * Runs a hash when its turn comes. Outside of `as`, it is nobody's: it goes with the known people.
   * @throws AppError `unavailable` when the queue, or the caller's part of it, is full.
   */
  run<T>(hash: () => Promise<T>): Promise<T>;
  /** The hashes of this work belong to this caller. */
  as<T>(caller: HashCaller, work: () => Promise<T>): Promise<T>;
};

/** One processor stays free for requests, where there are two or more. */
const runningMaxHere = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Together they wait about three seconds at most. */
const waitingMaxDefault = 32;
const waitingPerNetworkMaxDefault = 4;
/** After so many known people in a row one of the others gets a turn. */
const knownInARowMax = 3;
const retryAfterSeconds = 1;
/** Whoever sends again at once is refused a few times a second per connection instead of thousands. */
const refusalHoldMsDefault = 250;

type Waiting = { network: string | undefined; begin: () => void };

export function createHashQueue(options: HashQueueOptions = {}): HashQueue {
  const {
    runningMax = runningMaxHere,
    waitingMax = waitingMaxDefault,
    waitingPerNetworkMax = waitingPerNetworkMaxDefault,
    refusalHoldMs = refusalHoldMsDefault,
  } = options;
  const callers = new AsyncLocalStorage<HashCaller>();
  const known: Waiting[] = [];
  const others: Waiting[] = [];
  let running = 0;
  let knownInARow = 0;

  /** Known and other people fill places of their own, so that others never turn a known person away. */
  function hasRoom(lane: readonly Waiting[], network: string | undefined): boolean {
    const own = network === undefined ? 0 : lane.filter((waiting) => waiting.network === network).length;
    return lane.length < waitingMax && own < waitingPerNetworkMax;
  }

  const laneOf = (caller: HashCaller | undefined): Waiting[] => (caller?.isKnown === false ? others : known);

  function next(): Waiting | undefined {
    const isOthersTurn = known.length === 0 || (knownInARow >= knownInARowMax && others.length > 0);
    knownInARow = isOthersTurn ? 0 : knownInARow + 1;
    return (isOthersTurn ? others : known).shift();
  }

  function ended(): void {
    const waiting = next();
    if (waiting === undefined) running -= 1;
    else waiting.begin();
  }

  return {
    as: (caller, work) => callers.run(caller, work),
    async run(hash) {
      if (running < runningMax) running += 1;
      else {
        const caller = callers.getStore();
        const lane = laneOf(caller);
        if (!hasRoom(lane, caller?.network)) {
          await delay(refusalHoldMs);
          throw new AppError('unavailable', { retryAfterSeconds });
        }
        await new Promise<void>((begin) => lane.push({ network: caller?.network, begin }));
      }
      try {
        return await hash();
      } finally {
        ended();
      }
    },
  };
}
