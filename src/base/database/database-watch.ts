/**
 * Notices a PostgreSQL that takes statements and never answers: frozen, or behind a network that drops everything.
 * Then every connection is cut, so that whatever waits ends as it does when a connection is lost. A slow statement is
 * no reason: only a trivial one that waits for long is.
 */
import { setInterval as ticks } from 'node:timers/promises';

const tickMs = 1_000;
/**
 * In ticks, not in time: while this process itself is busy no tick passes, and an answer that has arrived meanwhile is
 * seen before the next.
 */
const ticksUnansweredMax = 5;

type DatabaseWatch = {
  /** Asks, or looks how long the last question has been waiting. */
  tick(): void;
};

/**
 * @param ping a statement that any healthy database answers at once, on a connection of its own. Its failure is an answer.
 * @param cut ends every connection; `ping` then fails too.
 */
export function createDatabaseWatch({ ping, cut }: { ping: () => Promise<unknown>; cut: () => void }): DatabaseWatch {
  let unanswered = 0;
  let isAsking = false;

  function answered(): void {
    isAsking = false;
    unanswered = 0;
  }

  return {
    tick() {
      if (isAsking) {
        unanswered += 1;
        if (unanswered < ticksUnansweredMax) return;
        unanswered = 0;
        cut();
        return;
      }
      isAsking = true;
      ping().then(answered, answered);
    },
  };
}

/** Ticks until `stop`. */
export function startTicking(watch: DatabaseWatch): { stop(): void } {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    for await (const _ of ticks(tickMs, undefined, { signal: stopping.signal, ref: false })) watch.tick();
  };
  run().catch(() => {});
  return { stop: () => stopping.abort() };
}
