/**
 * Collects requests and writes them after they were answered, in batches. Bounded in memory, and per key pair and
 * minute: what is beyond is counted. What cannot be written is dropped: the log must never slow down or fail a request.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Failure, NotedRequest } from './logged-request.ts';
import { addOmitted, insertFailures, insertSuccesses, type LogTable } from './logged-requests.repository.ts';

/**
 * Per key pair and process. Requests that only name a key pair must not displace those of its owner, nor those that succeeded the
 * failures.
 */
export const keptPerMinuteMax = Object.freeze({ proven: 30, named: 10, succeeded: 30 });
/**
 * Between two writes, of all pairs together. What succeeds under load comes thousands of times a second and from many pairs: keeping
 * more of it would cost a third of what recording it does.
 */
export const keptPerWriteMax: Readonly<Record<Origin, number>> = Object.freeze({
  proven: 1_000,
  named: 200,
  succeeded: 30,
});
/** Characters of bodies that are read for one write: those of a few bulk requests. */
export const readPerWriteMax = 262_144;
/** Rows whose count of what followed is changed in one write; the others wait for the next ones. */
export const countedPerWriteMax = 50;
const pairsMax = 10_000;
const minuteMs = 60_000;
const writtenAfterMs = 500;
/** A database that does not answer must not hold up the end of the service. */
const flushWithinMs = 1_000;

type Origin = keyof typeof keptPerMinuteMax;
/** `last`: the newest request of the minute that is listed. */
type Minute = { endsAtMs: number; kept: number; last: string };

/** How many followed a request that is listed. */
type Omitted = { clientId: string; requestId: string; count: number; table: LogTable };

const originOf = ({ hasFailed, isProven }: NotedRequest): Origin =>
  hasFailed ? (isProven ? 'proven' : 'named') : 'succeeded';

const listed = ({ requestId, clientId, parts }: NotedRequest) => ({ requestId, clientId, ...parts() });
type Listed = ReturnType<typeof listed>;

export type RequestLog = {
  note(request: NotedRequest): void;
  /** Writes what waits. @returns when it is written or dropped, or after a second. */
  flush(): Promise<void>;
};

/** Counts each minute's requests. @param nowMs a clock that never goes back. */
function createMinutes(nowMs: () => number) {
  const minutes = new Map<string, Minute>();
  /** By the request that is listed; not written yet. */
  const omitted = new Map<string, Omitted>();
  let room = { ...keptPerWriteMax };
  let readable = readPerWriteMax;

  function minuteOf(key: string): Minute {
    const known = minutes.get(key);
    if (known !== undefined && known.endsAtMs > nowMs()) return known;
    const minute = { endsAtMs: nowMs() + minuteMs, kept: 0, last: '' };
    minutes.delete(key);
    minutes.set(key, minute);
    if (minutes.size > pairsMax) minutes.delete(minutes.keys().next().value as string);
    return minute;
  }

  function omit({ clientId, hasFailed }: NotedRequest, requestId: string): void {
    const known = omitted.get(requestId);
    if (known !== undefined) known.count += 1;
    else if (omitted.size < pairsMax) {
      const table: LogTable = hasFailed ? 'failed_requests' : 'succeeded_requests';
      omitted.set(requestId, { clientId, requestId, count: 1, table });
    }
  }

  return {
    /** @returns whether it is listed. */
    keep(request: NotedRequest): boolean {
      const origin = originOf(request);
      const minute = minuteOf(`${origin}/${request.clientId}`);
      if (minute.kept >= keptPerMinuteMax[origin] || room[origin] === 0 || request.bodiesLength > readable) {
        if (minute.last !== '') omit(request, minute.last);
        return false;
      }
      minute.kept += 1;
      room[origin] -= 1;
      readable -= request.bodiesLength;
      minute.last = request.requestId;
      return true;
    },
    hasOmitted: (): boolean => omitted.size > 0,
    /** Makes room for as many requests as at first. @returns how many were omitted, of the rows that a write may change. */
    take(): Omitted[] {
      room = { ...keptPerWriteMax };
      readable = readPerWriteMax;
      const taken = [...omitted.values().take(countedPerWriteMax)];
      for (const { requestId } of taken) omitted.delete(requestId);
      return taken;
    },
  };
}

/** @param nowMs a clock that never goes back. */
export function createRequestLog(db: Database, nowMs: () => number = () => performance.now()): RequestLog {
  const minutes = createMinutes(nowMs);
  let waiting: Listed[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const requests = waiting;
    const omitted = minutes.take();
    waiting = [];
    await dropUnwritten(() => insertFailures(db, requests.filter(isFailure)));
    await dropUnwritten(() =>
      insertSuccesses(
        db,
        requests.filter((request) => !isFailure(request)),
      ),
    );
    for (const table of ['failed_requests', 'succeeded_requests'] as const) {
      const own = omitted.filter((one) => one.table === table);
      await dropUnwritten(() => addOmitted(db, table, own));
    }
  }

  function begin(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).then(writeSoon);
    return writing;
  }

  function writeSoon(): void {
    if (waiting.length > 0 || minutes.hasOmitted()) timer ??= setTimeout(begin, writtenAfterMs).unref();
  }

  return {
    note(request) {
      if (minutes.keep(request)) waiting.push(listed(request));
      writeSoon();
    },
    async flush() {
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, flushWithinMs);
      });
      await Promise.race([begin(), late]);
      clearTimeout(limit);
    },
  };
}

const isFailure = (request: Listed): request is Listed & { failure: Failure } => request.failure !== null;

async function dropUnwritten(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch {
    // Dropped.
  }
}
