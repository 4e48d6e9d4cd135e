/**
 * Bounds how many callers go on at a time: the others wait, in the order in which they came, where they still keep little
 * memory. Must never count who was called and did not begin, such as a client that does not send its body.
 */

/** So many go on in one turn of the event loop, so that others get theirs in between. */
export const perTurnMax = 32;

type Turns = {
  readonly waiting: number;
  /** Resolves when there is room; undefined when there is some now. */
  wait(): Promise<void> | undefined;
  /** To be called when there may be more room. */
  callNext(): void;
};

/** @param room how many more may go on now. @param later runs something in a later turn; for tests to replace. */
export function createTurns(room: () => number, later: (run: () => void) => void = setImmediate): Turns {
  const waiting: (() => void)[] = [];
  let isCalling = false;

  function call(): void {
    isCalling = false;
    for (const go of waiting.splice(0, Math.min(room(), perTurnMax))) go();
    callNext();
  }

  /** Who goes on takes up room when it begins, which is before the next turn. */
  function callNext(): void {
    if (isCalling || waiting.length === 0 || room() <= 0) return;
    isCalling = true;
    later(call);
  }

  return {
    get waiting() {
      return waiting.length;
    },
    wait() {
      if (waiting.length === 0 && room() > 0) return undefined;
      return new Promise((resolve) => {
        waiting.push(resolve);
        callNext();
      });
    },
    callNext,
  };
}
