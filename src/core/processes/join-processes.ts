/**
 * Puts this process on the list of those that serve its database, and keeps it there by heartbeats. A process alone counts
 * in its memory; before another serves, each has moved what it counted to the database and said so in its row; alone
 * again, it takes everything back. Every change is one transaction under one lock. Must never believe that it is alone
 * for longer than others would wait for its next heartbeat.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { AliveLocks } from '../jobs/alive-locks.ts';
import {
  aliveName,
  beat,
  enter,
  fence,
  findOthers,
  leave,
  lockProcesses,
  nextProcessId,
  type Process,
} from './processes.repository.ts';
import { addToRateWindows, emptyRateWindows, purgeRateWindows } from './rate-slots.repository.ts';
import type { MembershipState, RateWindows } from './rate-windows.ts';

const beatMs = 500;
/** Less than the silence after which others may take this process for dead. */
const trustMs = 1_900;
/** So many heartbeats without another, and this process counts in its memory again. */
const aloneBeatsMin = 10;
const purgeBeats = 120;
const lookAgainMs = 50;
/** A request is refused when it would wait longer to know how to count. */
const waitMaxMs = 5_000;

export type Membership = MembershipState & {
  /** One heartbeat. `settled` tells when what follows from it is done. The service beats by itself; tests call it. */
  look(): Promise<void>;
  /** Leaves the list. Call it when no request is under way any more. */
  stop(): Promise<void>;
};

type JoinDeps = {
  db: Database;
  /** For heartbeats: no request waits for its connections. */
  beatDb: Database;
  windows: RateWindows;
  alive: Pick<AliveLocks, 'add' | 'remove'>;
  process: Process;
  now?: () => number;
  /** False: heartbeats only by `look`. */
  beats?: boolean;
};

/** Resolves when every process that serves this database counts where this one does. @throws when it is unreachable. */
export async function joinProcesses(deps: JoinDeps): Promise<Membership> {
  const { db, beatDb, windows, alive, process, now = () => performance.now() } = deps;
  const id = await nextProcessId(db);
  const stopping = new AbortController();
  let state: 'joining' | 'alone' | 'sharing' = 'joining';
  let trustedUntil = 0;
  let beats = 0;
  let aloneBeats = 0;

  /** Decides anew where to count. Requests wait meanwhile. */
  const settle = shareRun(async () => {
    state = 'joining';
    const began = now();
    const counted = windows.counted();
    const taken = await inTransaction(db, async (tx) => {
      await lockProcesses(tx);
      const isAlone = (await findOthers(tx, id)).length === 0;
      await fence(tx, id);
      if (!isAlone) await addToRateWindows(tx, counted);
      await enter(tx, id, process, !isAlone);
      return isAlone ? await emptyRateWindows(tx) : undefined;
    });
    aloneBeats = 0;
    if (taken !== undefined) {
      windows.restore(taken);
      trustedUntil = began + trustMs;
      state = 'alone';
      return;
    }
    windows.clear();
    while (!(await doAllShare()) && !stopping.signal.aborted) await delay(lookAgainMs);
    state = 'sharing';
  });

  const doAllShare = (): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      await lockProcesses(tx);
      return (await findOthers(tx, id)).every(({ sharesWindows }) => sharesWindows);
    });

  const look = shareRun(async () => {
    const began = now();
    const found = await beat(beatDb, id);
    beats += 1;
    if (state === 'alone' && found?.others === 0) {
      trustedUntil = began + trustMs;
      return;
    }
    aloneBeats = found?.others === 0 ? aloneBeats + 1 : 0;
    // Not awaited: the heart must beat on while this process waits for others.
    if (found === undefined || state !== 'sharing' || aloneBeats >= aloneBeatsMin) settle().catch(() => {});
    else if (beats % purgeBeats === 0) await purgeRateWindows(db, windows.keysMax);
  });

  async function beatForever(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(() => {});
      await delay(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const isAlone = (): boolean => state === 'alone' && now() < trustedUntil;
  const isSharing = (): boolean => state === 'sharing';
  const membership: MembershipState = {
    processId: id,
    isAlone,
    isSharing,
    async settled() {
      if (state === 'alone' && !isAlone()) await inTime(look());
      if (!isAlone() && !isSharing()) await inTime(settle());
    },
    removed() {
      if (state === 'sharing') void settle().catch(() => {});
    },
  };

  alive.add(aliveName(id));
  const joining = settle();
  // Others must see this process alive while it waits for them.
  const beating = deps.beats === false ? joining : beatForever();
  await joining;
  windows.follow(membership);
  return {
    ...membership,
    look,
    async stop() {
      stopping.abort();
      await beating;
      await windows.settle();
      const counted = state === 'alone' ? windows.counted() : [];
      await inTransaction(db, async (tx) => {
        await lockProcesses(tx);
        // For the process that comes next.
        await addToRateWindows(tx, counted);
        await leave(tx, id);
      }).catch(() => {});
      alive.remove(aliveName(id));
    },
  };
}

/** Calls while a run is under way share it. */
function shareRun(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function inTime(work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = delay(waitMaxMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new AppError('unavailable', { retryAfterSeconds: 1 });
  });
  late.catch(() => {});
  work.catch(() => {});
  await Promise.race([work, late]).finally(() => timer.abort());
}
