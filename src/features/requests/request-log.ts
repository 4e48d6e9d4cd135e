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
const waitingMax: Readonly<Record<Origin, number>> = Object.freeze({ proven: 1_000, named: 200, succeeded: 500 });
const pairsMax = 10_000;
const minuteMs = 60_000;
const writtenAfterMs = 500;
/** A database that does not answer must not hold up the end of the service. */
const flushWithinMs = 1_000;

type Origin = keyof typeof keptPerMinuteMax;
/** `last`: the newest request of the minute that is listed. */
type Minute = { endsAtMs: number; kept: number; clientId: string; table: LogTable; last: string; omitted: number };

type Omitted = { clientId: string; requestId: string; count: number; table: LogTable };
const omittedOf = ({ clientId, last: requestId, omitted: count, table }: Minute): Omitted => ({
  ...{ clientId, requestId, count, table },
});

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
  /** Counts of past minutes. */
  let counted: Omitted[] = [];
  let room = { ...waitingMax };
  let isUncounted = false;

  function minuteOf(key: string, { clientId, hasFailed }: NotedRequest): Minute {
    const known = minutes.get(key);
    if (known !== undefined && known.endsAtMs > nowMs()) return known;
    if (known !== undefined && known.omitted > 0) counted.push(omittedOf(known));
    const table: LogTable = hasFailed ? 'failed_requests' : 'succeeded_requests';
    const minute = { endsAtMs: nowMs() + minuteMs, kept: 0, clientId, table, last: '', omitted: 0 };
    minutes.delete(key);
    minutes.set(key, minute);
    if (minutes.size > pairsMax) minutes.delete(minutes.keys().next().value as string);
    return minute;
  }

  function takeOmitted(): Omitted[] {
    const current = [...minutes.values()].filter(({ omitted }) => omitted > 0);
    const taken = [...counted, ...current.map(omittedOf)];
    for (const minute of current) minute.omitted = 0;
    counted = [];
    return taken;
  }

  return {
    /** @returns whether it is listed. */
    keep(request: NotedRequest): boolean {
      const origin = originOf(request);
      const minute = minuteOf(`${origin}/${request.clientId}`, request);
      if (minute.kept >= keptPerMinuteMax[origin] || room[origin] === 0) {
        if (minute.last !== '') {
          minute.omitted += 1;
          isUncounted = true;
        }
        return false;
      }
      minute.kept += 1;
      room[origin] -= 1;
      minute.last = request.requestId;
      return true;
    },
    /** Whether a request was omitted since the last `take`. */
    hasOmitted: (): boolean => isUncounted,
    /** Makes room for as many requests as at first. @returns what was omitted since it was last called. */
    take(): Omitted[] {
      const omitted = isUncounted ? takeOmitted() : [];
      room = { ...waitingMax };
      isUncounted = false;
      return omitted;
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
    writing = writing.then(write);
    return writing;
  }

  return {
    note(request) {
      const isKept = minutes.keep(request);
      if (isKept) waiting.push(listed(request));
      if ((isKept || minutes.hasOmitted()) && timer === undefined) timer = setTimeout(begin, writtenAfterMs).unref();
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
