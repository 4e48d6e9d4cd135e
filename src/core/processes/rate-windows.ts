/**
 * The rate windows of this process: in its memory while it is alone on its database, in the database while others serve
 * it too, so that one process pays nothing for what many need. Must never count in both, nor in memory without knowing
 * that it is alone.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { createRateWindow, type LocalRateWindow, type RateDecision, type RateWindow } from '../http/rate-window.ts';
import type { Counted } from './rate-slots.repository.ts';
import { createSharedSlots } from './shared-slots.ts';

/** What this process knows of others. */
export type MembershipState = {
  readonly processId: number;
  /** It has no other beside it at this very moment. */
  isAlone(): boolean;
  isSharing(): boolean;
  /** Resolves when one of the two is known to be true. @throws AppError `unavailable` when that takes too long. */
  decided(): Promise<void>;
  /** The database says that this process is not on its list. */
  removed(): void;
};

export type RateWindows = {
  /** Processes share the windows of one name. */
  window(windowMs: number, name: string): RateWindow;
  readonly keysMax: number;
  /** What is counted in memory, for the database: in steps of a tenth of a second, rounded up. */
  counted(): Counted[];
  /** Goes on in memory from what was counted in the database. */
  restore(counted: readonly Counted[]): void;
  clear(): void;
  /** Gives back what was leased and not used. */
  returnLeases(): Promise<void>;
  /** Until it is called this process counts as alone. */
  follow(membership: MembershipState): void;
};

const triesMax = 5;
const stepUs = 100_000;

const alwaysAlone: MembershipState = {
  processId: 0,
  isAlone: () => true,
  isSharing: () => false,
  decided: async () => {},
  removed: () => {},
};

/** @param options.now a monotonic clock in milliseconds; `performance.now` by default. */
export function createRateWindows(options: { db: Database; keysMax: number; now?: () => number }): RateWindows {
  const { db, keysMax } = options;
  const clock = options.now === undefined ? {} : { now: options.now };
  const locals = new Map<string, LocalRateWindow>();
  let membership = alwaysAlone;
  const shared = createSharedSlots({ db, processId: () => membership.processId, ...clock });

  async function decide(
    local: () => RateDecision,
    inDatabase: () => Promise<RateDecision | undefined>,
  ): Promise<RateDecision> {
    for (let tried = 0; tried < triesMax; tried += 1) {
      await membership.decided();
      if (membership.isAlone()) return local();
      if (!membership.isSharing()) continue;
      const decision = await inDatabase();
      if (decision !== undefined) return decision;
      membership.removed();
    }
    throw new AppError('unavailable', { retryAfterSeconds: 1 });
  }

  return {
    keysMax,
    window(windowMs, name) {
      const local = createRateWindow({ windowMs, keysMax, ...clock });
      locals.set(name, local);
      const of = (key: string) => ({ name, key: storedKey(key), windowMs });
      return {
        take: (key, quota) =>
          membership.isAlone()
            ? local.take(storedKey(key), quota)
            : decide(
                () => local.take(storedKey(key), quota),
                () => shared.take(of(key), quota),
              ),
        peek: (key, quota) =>
          membership.isAlone()
            ? local.peek(storedKey(key), quota)
            : decide(
                () => local.peek(storedKey(key), quota),
                () => shared.peek(of(key), quota),
              ),
        giveBack(key, slot) {
          local.giveBack(storedKey(key), slot);
          if (membership.isSharing()) shared.giveBack(of(key), slot);
        },
      };
    },
    counted: () => countedIn(locals),
    restore: (counted) => restoreInto(locals, counted),
    clear() {
      for (const local of locals.values()) local.clear();
    },
    returnLeases: () => shared.returnLeases(),
    follow(followed) {
      membership = followed;
    },
  };
}

const plain = /^[\w/.:-]{1,80}$/;

/** What a stranger can make up is kept as a hash: of bounded length, and no one's email address. */
const storedKey = (key: string): string =>
  plain.test(key) ? key : createHash('sha256').update(key).digest('base64url');

/** By the name of each window. */
type Locals = ReadonlyMap<string, LocalRateWindow>;

const countedIn = (locals: Locals): Counted[] =>
  [...locals].flatMap(([name, local]) =>
    local.counted().flatMap(({ key, leaveInMs }) => inSteps(leaveInMs).map((step) => ({ name, key, ...step }))),
  );

function restoreInto(locals: Locals, counted: readonly Counted[]): void {
  const byName = Map.groupBy(counted, ({ name }) => name);
  for (const [name, entries] of byName) {
    const byKey = Map.groupBy(entries, ({ key }) => key);
    locals.get(name)?.restore(
      [...byKey].map(([key, of]) => ({
        key,
        leaveInMs: of.flatMap(({ leavesInUs, slots }) => Array<number>(slots).fill(leavesInUs / 1_000)),
      })),
    );
  }
}

function inSteps(leaveInMs: readonly number[]): { leavesInUs: number; slots: number }[] {
  const steps = new Map<number, number>();
  for (const ms of leaveInMs) {
    const leavesInUs = Math.ceil((ms * 1_000) / stepUs) * stepUs;
    steps.set(leavesInUs, (steps.get(leavesInUs) ?? 0) + 1);
  }
  return [...steps].map(([leavesInUs, slots]) => ({ leavesInUs, slots }));
}
