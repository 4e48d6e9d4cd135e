/**
 * Gives each turn of the event loop a limited number of bytes of bodies to read, so that however many large bodies arrive
 * at once, other requests wait for one of them at most. Must not be used for small bodies, which are cheaper than a turn.
 */

/** The largest body of one order: reading it takes a few milliseconds at worst. */
export const turnBytesMax = 65_536;

/** Work that may be interrupted wherever it yields. */
export type Steps<T> = Generator<undefined, T, undefined>;

type Waiting = { bytes: number; resolve: () => void };

const waiting: Waiting[] = [];
let isScheduled = false;

/** Resolves in a turn with room for so many bytes, in the order of the calls. What is larger gets a turn of its own. */
export function turnFor(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ bytes, resolve });
    schedule();
  });
}

/** Runs the steps, each in a turn of its own, and returns their result. @param bytes the length of the body. */
export async function stepInTurns<T>(bytes: number, steps: Steps<T>): Promise<T> {
  while (true) {
    await turnFor(Math.min(bytes, turnBytesMax));
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    let left = turnBytesMax;
    do {
      const next = waiting.shift();
      if (next === undefined) return;
      left -= next.bytes;
      next.resolve();
    } while (waiting[0] !== undefined && waiting[0].bytes <= left);
    if (waiting.length > 0) schedule();
  });
}
