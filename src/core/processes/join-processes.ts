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
  /** One heartbeat. `decided` resolves when what follows from it is done. The service beats by itself; tests call this. */
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

/** This process among those that serve its database. */
type Own = {
  readonly id: number;
  state: 'joining' | 'alone' | 'sharing';
  trustedUntil: number;
  beats: number;
  aloneBeats: number;
};

type Joining = JoinDeps & { own: Own; now: () => number; stopped: AbortSignal };

/** Resolves when every process that serves this database counts where this one does. @throws when it is unreachable. */
export async function joinProcesses(deps: JoinDeps): Promise<Membership> {
  const { db, windows, alive, now = () => performance.now() } = deps;
  const id = await nextProcessId(db);
  const own: Own = { id, state: 'joining', trustedUntil: 0, beats: 0, aloneBeats: 0 };
  const stopping = new AbortController();
  const joining: Joining = { ...deps, own, now, stopped: stopping.signal };
  const decideNow = shareRun(() => decide(joining));
  const look = shareRun(() => beatOnce(joining, decideNow));
  const membership = stateOf(joining, look, decideNow);

  async function beatForever(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch(() => {});
      await delay(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  alive.add(aliveName(id));
  const joined = decideNow();
  // Others must see this process alive while it waits for them.
  const beating = deps.beats === false ? joined : beatForever();
  await joined;
  windows.follow(membership);
  return {
    ...membership,
    look,
    async stop() {
      stopping.abort();
      await beating;
      await windows.returnLeases();
      const counted = own.state === 'alone' ? windows.counted() : [];
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

/** Decides anew where to count. Requests wait meanwhile. */
async function decide({ db, windows, process, own, now, stopped }: Joining): Promise<void> {
  own.state = 'joining';
  const began = now();
  const counted = windows.counted();
  const taken = await inTransaction(db, async (tx) => {
    await lockProcesses(tx);
    const isAlone = (await findOthers(tx, own.id)).length === 0;
    await fence(tx, own.id);
    if (!isAlone) await addToRateWindows(tx, counted);
    await enter(tx, own.id, process, !isAlone);
    return isAlone ? await emptyRateWindows(tx) : undefined;
  });
  own.aloneBeats = 0;
  if (taken !== undefined) {
    windows.restore(taken);
    own.trustedUntil = began + trustMs;
    own.state = 'alone';
    return;
  }
  windows.clear();
  while (!(await doAllShare(db, own.id)) && !stopped.aborted) await delay(lookAgainMs);
  own.state = 'sharing';
}

const doAllShare = (db: Database, id: number): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await lockProcesses(tx);
    return (await findOthers(tx, id)).every(({ sharesWindows }) => sharesWindows);
  });

async function beatOnce({ db, beatDb, windows, own, now }: Joining, decideNow: () => Promise<void>): Promise<void> {
  const began = now();
  const found = await beat(beatDb, own.id);
  own.beats += 1;
  if (own.state === 'alone' && found?.others === 0) {
    own.trustedUntil = began + trustMs;
    return;
  }
  own.aloneBeats = found?.others === 0 ? own.aloneBeats + 1 : 0;
  // Not awaited: the heart must beat on while this process waits for others.
  if (found === undefined || own.state !== 'sharing' || own.aloneBeats >= aloneBeatsMin) decideNow().catch(() => {});
  else if (own.beats % purgeBeats === 0) await purgeRateWindows(db, windows.keysMax);
}

function stateOf({ own, now }: Joining, look: () => Promise<void>, decideNow: () => Promise<void>): MembershipState {
  const isAlone = (): boolean => own.state === 'alone' && now() < own.trustedUntil;
  const isSharing = (): boolean => own.state === 'sharing';
  return {
    processId: own.id,
    isAlone,
    isSharing,
    async decided() {
      if (own.state === 'alone' && !isAlone()) await inTime(look());
      if (!isAlone() && !isSharing()) await inTime(decideNow());
    },
    removed() {
      if (own.state === 'sharing') void decideNow().catch(() => {});
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
