/**
 * Long work in this process, in pieces: whatever else the process serves gets its turn every few milliseconds. For work
 * whose length a file or the books decide.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';

const turnMs = 4;

/** @returns what to call between two small pieces: a promise to await when others have waited for long enough. */
export function takeTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    return turnOfOthers(undefined).then(() => {
      began = performance.now();
    });
  };
}
