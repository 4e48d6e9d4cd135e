/**
 * Which numbers are final on a cluster of Citus. There a process draws the numbers of new orders before the transaction that
 * inserts them begins on another machine, so that no lock shows who has one. But it gives up writing after ten seconds, and no
 * transaction of the service stays open for minutes: a number that was drawn a quarter of an hour ago is final.
 */

/** @param mark the last number that was drawn, now. @returns the last one that is final, if that is known. */
export type FinalMarks = (name: string, mark: bigint) => bigint | undefined;

const finalAfterMs = 15 * 60_000;

/** @param nowMs a clock that never goes back. */
export function createFinalMarks(nowMs: () => number): FinalMarks {
  const seen = new Map<string, { atMs: number; mark: bigint }[]>();
  return (name, mark) => {
    const all = [...(seen.get(name) ?? []), { atMs: nowMs(), mark }];
    const last = all.findLastIndex(({ atMs }) => atMs <= nowMs() - finalAfterMs);
    seen.set(name, all.slice(Math.max(last, 0)));
    return all[last]?.mark;
  };
}
