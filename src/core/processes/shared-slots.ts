/**
 * Counts requests in the windows that all processes share. Up to a certain quota each request takes its own slot; above,
 * this process leases as many as it used in the last half second, and gives back what it did not use. A leased slot
 * leaves the window a lease later than another, so that no lease can exceed a quota. Must never decide by itself what a
 * quota allows.
 */
import { createBatch } from '../../base/database/batch.ts';
import type { Database } from '../../base/database/pool.ts';
import type { RateDecision } from '../http/rate-window.ts';
import { type Item, type Use, useRateWindows } from './rate-slots.repository.ts';

/** Quotas from this many requests a minute on are leased. */
const leasedPerMinuteMin = 6_000;
/** Each lease is a statement, and an entry of the window that every later one reads: shorter ones take processes half of their rate. */
const leaseMs = 500;
const batchSizeMax = 128;
const queueLengthMax = 5_000;

type SharedKey = { name: string; key: string; windowMs: number };

type SharedSlots = {
  /** @returns undefined when this process may not count in the shared windows. @throws when the database can't be reached. */
  take(of: SharedKey, quota: number): Promise<RateDecision | undefined>;
  peek(of: SharedKey, quota: number): Promise<RateDecision | undefined>;
  giveBack(of: SharedKey, slot: number): void;
  /** Gives all leases back. */
  returnLeases(): Promise<void>;
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
  /** Requests of this and of the last half second. */
  tick: number;
  used: number;
  usedBefore: number;
};

export function createSharedSlots(deps: { db: Database; processId: () => number; now?: () => number }): SharedSlots {
  const use = createUses(deps.db, deps.processId);
  const leases = createLeases(use, deps.now ?? (() => performance.now()));
  return {
    async take(of, quota) {
      if (isLeased(of, quota)) return leases.take(of, quota);
      const used = await use(itemOf(of, quota, 1));
      return used && decisionOf(used);
    },
    async peek(of, quota) {
      const used = await use(itemOf(of, quota, 0));
      return used && decisionOf(used);
    },
    giveBack(of, slot) {
      // Counted in memory, before the windows were shared: it stays counted.
      if (Number.isSafeInteger(slot)) leases.giveBack(of, slot);
    },
    returnLeases: leases.returnLeases,
  };
}

type UseWindow = (item: Item) => Promise<Use | undefined>;

/** What requests use at the same time is counted in one statement. */
function createUses(db: Database, processId: () => number): UseWindow {
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
  return (item) => batch.submit(item);
}

function createLeases(use: UseWindow, now: () => number) {
  const leases = new Map<string, Lease>();

  /** Asks until nobody waits. */
  async function ask(lease: Lease, quota: number): Promise<void> {
    while (lease.waiting.length > 0) {
      const askedAt = now();
      void giveUnusedBack(use, lease);
      const wanted = Math.max(lease.waiting.length, lease.used, lease.usedBefore);
      let answer: Use | undefined;
      try {
        answer = await use(itemOf(lease.of, quota, wanted, { held_us: leaseMs * 1_000 }));
      } catch (error) {
        for (const { reject } of lease.waiting.splice(0)) reject(error);
        return;
      }
      if (answer === undefined || answer.granted === 0) {
        for (const { resolve } of lease.waiting.splice(0)) resolve(answer && decisionOf(answer));
        return;
      }
      begin(lease, answer, askedAt);
      for (const { resolve } of lease.waiting.splice(0, answer.granted)) {
        lease.slots -= 1;
        resolve(leased(lease, now()));
      }
    }
  }

  function begin(lease: Lease, { granted, slotUs, unused, resetsInUs }: Use, askedAt: number): void {
    const slot = Number(slotUs);
    const resetsAt = now() + Number(resetsInUs) / 1_000;
    Object.assign(lease, { slots: granted, slot, endsAt: askedAt + leaseMs, left: unused, resetsAt });
    setTimeout(() => {
      if (lease.slot === slot) void giveUnusedBack(use, lease);
      if (lease.waiting.length === 0 && lease.tick < tickOf(now()) - 1) leases.delete(idOf(lease.of));
    }, 2 * leaseMs).unref();
  }

  return {
    take(of: SharedKey, quota: number): Promise<RateDecision | undefined> {
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
    },
    giveBack(of: SharedKey, slot: number): void {
      const lease = leases.get(idOf(of));
      if (lease?.slot === slot && now() < lease.endsAt) lease.slots += 1;
      else void takeBack(use, of, slot, 1);
    },
    async returnLeases(): Promise<void> {
      await Promise.all([...leases.values()].map((lease) => giveUnusedBack(use, lease)));
      leases.clear();
    },
  };
}

async function giveUnusedBack(use: UseWindow, lease: Lease): Promise<void> {
  const { of, slot, slots } = lease;
  lease.slots = 0;
  if (slots > 0) await takeBack(use, of, slot, slots);
}

async function takeBack(use: UseWindow, of: SharedKey, slot: number, count: number): Promise<void> {
  // Slots that cannot be given back leave the window in time.
  await use(itemOf(of, 0, -count, { slot_us: slot })).catch(() => {});
}

const itemOf = ({ name, key, windowMs }: SharedKey, quota: number, wanted: number, more: Partial<Item> = {}): Item => ({
  ...{ name, key, quota, wanted, window_us: windowMs * 1_000, held_us: 0, slot_us: 0 },
  ...more,
});

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
