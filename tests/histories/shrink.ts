/** Finds a short history that still fails, by leaving steps out. */

/**
 * Leaves out ever smaller runs of steps as long as the rest still fails.
 * @param fails replays the steps, in a fresh book.
 * @param deadline in milliseconds of `performance.now()`: what was found by then is good enough.
 */
export async function shrink(
  places: readonly number[],
  fails: (places: readonly number[]) => Promise<boolean>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<readonly number[]> {
  let kept = places;
  // The last step is the one that fails.
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length - 1; ) {
      if (performance.now() > deadline) return kept;
      const until = Math.min(from + size, kept.length - 1);
      const rest = [...kept.slice(0, from), ...kept.slice(until)];
      if (await fails(rest)) kept = rest;
      else from = until;
    }
  }
  return kept;
}

/** `3-5` are three places. */
export function writePlaces(places: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === place - 1) run[1] = place;
    else runs.push([place, place]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

export const readPlaces = (text: string): number[] =>
  text.split(',').flatMap((run) => {
    const [first = 0, last = first] = run.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
