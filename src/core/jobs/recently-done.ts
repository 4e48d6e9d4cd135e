/**
 * Remembers the last jobs that this process completed. A job whose completion could not be written to the queue
 * comes back, and this process skips it. A process that was killed remembers nothing, so handlers must be idempotent.
 */

/** Far more than can complete during an outage, when no new job can be fetched. */
const keptMax = 1_000;

/** `revision` counts the replacements of a queued job, each with a new payload. */
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
