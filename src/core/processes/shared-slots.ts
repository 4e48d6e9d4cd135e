/**
 * Counts requests in the windows that all processes share. Up to a certain quota each request takes its own slot; above,
 * this process leases as many as it used in the last tenth of a second, and gives back what it did not use. A leased slot
 * leaves the window a lease later than another, so that no lease can exceed a quota. Must never decide by itself what a
 * quota allows.
 */
import { createBatch } from '../../base/database/batch.ts';
import type { Database } from '../../base/database/pool.ts';
import type { RateDecision } from '../http/rate-window.ts';
import { type Item, type Use, useRateWindows } from './rate-slots.repository.ts';

/** Quotas from this many requests a minute on are leased. */
const leasedPerMinuteMin = 6_000;
const leaseMs = 100;
const batchSizeMax = 128;
const queueLengthMax = 5_000;

type SharedKey = { name: string; key: string; windowMs: number };

type SharedSlots = {
  /** @returns undefined when this process may not count in the shared windows. @throws when the database can't be reached. */
  take(of: SharedKey, quota: number): Promise<RateDecision | undefined>;
  peek(of: SharedKey, quota: number): Promise<RateDecision | undefined>;
  giveBack(of: SharedKey, slot: number): void;
  /** Gives all leases back. */
  settle(): Promise<void>;
};

type Waiting = { resolve: (decision: RateDecision | undefined) => void; reject: (error: unknown) => void };

type Lease = {
  of: SharedKey;
  waiting: Waiting[];
  slots: number;
  slot: number;
  endsAt: number;
  /** Beside the leased ones. */
  left: number;
  resetsAt: number;
  /** Requests of this and of the last tenth of a second. */
  tick: number;
  used: number;
  usedBefore: number;
};

export function createSharedSlots(deps: { db: Database; processId: () => number; now?: () => number }): SharedSlots {
  const { db, processId, now = () => performance.now() } = deps;
  const leases = new Map<string, Lease>();
  const batch = createBatch<Item, Use | undefined>({
    async write(items) {
      // One order for all processes, so that no two wait for each other; stable, so that earlier requests come first.
      const order = items.map((_, index) => index).sort((a, b) => compare(items[a] as Item, items[b] as Item));
      const uses = await useRateWindows(
        db,
        processId(),
        order.map((index) => items[index] as Item),
      );
      const results: (Use | undefined)[] = items.map(() => undefined);
      for (const [place, index] of order.entries()) results[index] = uses?.[place];
      return results;
    },
    batchSizeMax,
    queueLengthMax,
  });

  const itemOf = (
    { name, key, windowMs }: SharedKey,
    quota: number,
    wanted: number,
    more: Partial<Item> = {},
  ): Item => ({
    ...{ name, key, quota, wanted, window_us: windowMs * 1_000, held_us: 0, slot_us: 0 },
    ...more,
  });

  async function takeBack(of: SharedKey, slot: number, count: number): Promise<void> {
    // Slots that cannot be given back leave the window in time.
    await batch.submit(itemOf(of, 0, -count, { slot_us: slot })).catch(() => {});
  }

  function takeLeased(of: SharedKey, quota: number): Promise<RateDecision | undefined> {
    const id = idOf(of);
    const lease = leases.get(id) ?? newLease(of);
    leases.set(id, lease);
    countUse(lease, now());
    if (lease.slots > 0 && now() < lease.endsAt) {
      lease.slots -= 1;
      return Promise.resolve(leased(lease, now()));
    }
    return new Promise((resolve, reject) => {
      lease.waiting.push({ resolve, reject });
      if (lease.waiting.length === 1) void ask(lease, quota);
    });
  }

  /** Asks until nobody waits. */
  async function ask(lease: Lease, quota: number): Promise<void> {
    while (lease.waiting.length > 0) {
      const askedAt = now();
      void giveUnusedBack(lease);
      const wanted = Math.max(lease.waiting.length, lease.used, lease.usedBefore);
      let use: Use | undefined;
      try {
        use = await batch.submit(itemOf(lease.of, quota, wanted, { held_us: leaseMs * 1_000 }));
      } catch (error) {
        for (const { reject } of lease.waiting.splice(0)) reject(error);
        return;
      }
      if (use === undefined || use.granted === 0) {
        for (const { resolve } of lease.waiting.splice(0)) resolve(use && decisionOf(use));
        return;
      }
      begin(lease, use, askedAt);
      for (const { resolve } of lease.waiting.splice(0, use.granted)) {
        lease.slots -= 1;
        resolve(leased(lease, now()));
      }
    }
  }

  function begin(lease: Lease, use: Use, askedAt: number): void {
    lease.slots = use.granted;
    lease.slot = Number(use.slotUs);
    lease.endsAt = askedAt + leaseMs;
    lease.left = use.unused;
    lease.resetsAt = now() + Number(use.resetsInUs) / 1_000;
    setTimeout(() => {
      if (lease.slot === Number(use.slotUs)) void giveUnusedBack(lease);
      if (lease.waiting.length === 0 && lease.tick < tickOf(now()) - 1) leases.delete(idOf(lease.of));
    }, 2 * leaseMs).unref();
  }

  async function giveUnusedBack(lease: Lease): Promise<void> {
    const { of, slot, slots } = lease;
    lease.slots = 0;
    if (slots > 0) await takeBack(of, slot, slots);
  }

  return {
    async take(of, quota) {
      if (isLeased(of, quota)) return takeLeased(of, quota);
      const use = await batch.submit(itemOf(of, quota, 1));
      return use && decisionOf(use);
    },
    async peek(of, quota) {
      const use = await batch.submit(itemOf(of, quota, 0));
      return use && decisionOf(use);
    },
    giveBack(of, slot) {
      // Counted in memory, before the windows were shared: it stays counted.
      if (!Number.isSafeInteger(slot)) return;
      const lease = leases.get(idOf(of));
      if (lease?.slot === slot && now() < lease.endsAt) lease.slots += 1;
      else void takeBack(of, slot, 1);
    },
    async settle() {
      await Promise.all([...leases.values()].map(giveUnusedBack));
      leases.clear();
    },
  };
}

const isLeased = ({ windowMs }: SharedKey, quota: number): boolean => (quota * 60_000) / windowMs >= leasedPerMinuteMin;

const idOf = ({ name, key }: SharedKey): string => `${name} ${key}`;

const compare = (a: Item, b: Item): number => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0);
const textOf = ({ name, key }: Item): string => `${name} ${key}`;

const tickOf = (time: number): number => Math.floor(time / leaseMs);

const newLease = (of: SharedKey): Lease => ({
  ...{ of, waiting: [], slots: 0, slot: 0, endsAt: 0, left: 0, resetsAt: 0, tick: 0, used: 0, usedBefore: 0 },
});

function countUse(lease: Lease, time: number): void {
  const tick = tickOf(time);
  if (tick !== lease.tick) {
    lease.usedBefore = tick === lease.tick + 1 ? lease.used : 0;
    lease.used = 0;
    lease.tick = tick;
  }
  lease.used += 1;
}

const leased = ({ left, slots, slot, resetsAt }: Lease, time: number): RateDecision => ({
  ...{ ok: true, left: left + slots, slot, retryAfterSeconds: 0 },
  resetSeconds: Math.max(0, Math.ceil((resetsAt - time) / 1_000)),
});

const decisionOf = ({ granted, unused, resetsInUs, freesInUs, slotUs }: Use): RateDecision => ({
  ok: granted > 0,
  left: unused,
  resetSeconds: secondsOf(resetsInUs),
  retryAfterSeconds: granted > 0 ? 0 : secondsOf(freesInUs),
  slot: Number(slotUs),
});

const secondsOf = (us: bigint): number => Number((us + 999_999n) / 1_000_000n);
