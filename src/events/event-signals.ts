/**
 * Lets readers wait for the next events of their book. The sequencer notifies a book when it has given positions in it,
 * and so does the revocation of a key pair; nobody asks the database meanwhile. What is missed costs a reader time, never an event: it reads again when its time is
 * up.
 */
import { type EventBook, signalOf } from './events.repository.ts';

/** How many requests of one holder and mode may wait in this process. */
export const waitersMaxPerBook = 20;

export type Waiter = {
  /** Resolves at the next notification of the book after this call, when the signal ends, or when the service stops. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
};

export type EventSignals = {
  /** @returns undefined when too many wait already. */
  open(book: EventBook): Waiter | undefined;
  /** @param payload as the sequencer writes it: `holder:mode`. */
  notify(payload: string): void;
  notifyAll(): void;
  /** Ends every waiting: from now on nobody waits. */
  stop(): void;
  readonly isStopped: boolean;
  /** How many wait, in all books. */
  readonly waiting: number;
};

export function createEventSignals(): EventSignals {
  type Call = () => void;
  const waiting = new Map<string, { open: number; calls: Set<Call> }>();
  let isStopped = false;

  const callAll = (calls: Set<Call>): void => {
    for (const call of [...calls]) call();
  };
  const notifyAll = (): void => {
    for (const { calls } of waiting.values()) callAll(calls);
  };

  return {
    open(book) {
      const key = signalOf(book);
      const entry = waiting.get(key) ?? { open: 0, calls: new Set<Call>() };
      if (entry.open >= waitersMaxPerBook) return undefined;
      entry.open += 1;
      waiting.set(key, entry);
      return {
        next: (signal) =>
          new Promise((resolve) => {
            if (isStopped || signal.aborted) return resolve();
            const done = (): void => {
              entry.calls.delete(done);
              signal.removeEventListener('abort', done);
              resolve();
            };
            entry.calls.add(done);
            signal.addEventListener('abort', done);
          }),
        close() {
          entry.open -= 1;
          if (entry.open === 0) waiting.delete(key);
        },
      };
    },
    notify(payload) {
      callAll(waiting.get(payload)?.calls ?? new Set());
    },
    notifyAll,
    stop() {
      isStopped = true;
      notifyAll();
    },
    get isStopped() {
      return isStopped;
    },
    get waiting() {
      return [...waiting.values()].reduce((sum, { open }) => sum + open, 0);
    },
  };
}
