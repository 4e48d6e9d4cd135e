/**
 * Lets readers wait for the next events of their book. The sequencer notifies a book when it has given positions in it,
 * and so does the revocation of a key pair; the end of a session or membership notifies the person. Nobody asks the database
 * meanwhile. What is missed costs a reader time, never an event: it reads again when its time is up.
 */
import { type EventBook, signalOf, signalOfPerson } from './events.repository.ts';

/** How many requests of one holder and mode may wait in this process. */
export const waitersMaxPerBook = 20;

type Waiter = {
  /** Resolves at the next notification after this call, when the signal ends, or when the service stops. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
};

export type EventSignals = {
  /**
   * @param personId who waits, when it is a person: the notifications of both are heard.
   * @returns undefined when too many wait already.
   */
  open(book: EventBook, personId: string | null): Waiter | undefined;
  /** @param payload signals with spaces between them: `holder:mode`, as the sequencer writes it, or that of `signalOfPerson`. */
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
  const open = new Map<string, number>();
  const calls = new Map<string, Set<Call>>();
  let isStopped = false;

  const callAll = (some: Set<Call> | undefined): void => {
    if (some !== undefined) for (const call of [...some]) call();
  };
  const notifyAll = (): void => {
    for (const some of [...calls.values()]) callAll(some);
  };
  const add = (key: string, call: Call): void => {
    calls.set(key, (calls.get(key) ?? new Set()).add(call));
  };
  const remove = (key: string, call: Call): void => {
    calls.get(key)?.delete(call);
    if (calls.get(key)?.size === 0) calls.delete(key);
  };

  return {
    open(book, personId) {
      const key = signalOf(book);
      const count = open.get(key) ?? 0;
      if (count >= waitersMaxPerBook) return undefined;
      open.set(key, count + 1);
      const keys = personId === null ? [key] : [key, signalOfPerson(personId)];
      return {
        next: (signal) =>
          new Promise((resolve) => {
            if (isStopped || signal.aborted) return resolve();
            const done = (): void => {
              for (const one of keys) remove(one, done);
              signal.removeEventListener('abort', done);
              resolve();
            };
            for (const one of keys) add(one, done);
            signal.addEventListener('abort', done);
          }),
        close() {
          const left = (open.get(key) ?? 1) - 1;
          if (left === 0) open.delete(key);
          else open.set(key, left);
        },
      };
    },
    notify(payload) {
      for (const signal of payload.split(' ')) callAll(calls.get(signal));
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
      return [...open.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
