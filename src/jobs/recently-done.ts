/**
 * The jobs this process did last. A job whose end could not be written to the queue comes back; this process then knows
 * that it is done. A process that was killed forgets: handlers must bear to run twice.
 */

/** Far above what can be done while the database can't be reached: then no new job is taken. */
const keptMax = 1_000;

/** `revision` counts how often a waiting job was replaced, each time by another payload. */
type JobRevision = { id: string; revision: number };

export function createRecentlyDone() {
  const done = new Set<string>();
  const keyOf = ({ id, revision }: JobRevision): string => `${id}:${revision}`;
  return {
    has: (job: JobRevision): boolean => done.has(keyOf(job)),
    add(job: JobRevision): void {
      done.add(keyOf(job));
      const [oldest] = done;
      if (done.size > keptMax && oldest !== undefined) done.delete(oldest);
    },
  };
}
