/**
 * Windows that several processes share on one database, in one process with a list entry for each: no more is accepted
 * than the quota, wherever it is asked, also while processes come, go, freeze and lose the database.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hold, holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createDatabase, createPool } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { createRateWindow, type RateDecision, type RateWindow } from '../http/rate-window.ts';
import { type AliveLocks, aliveKey, aliveLockClass, holdAliveLocks } from '../jobs/alive-locks.ts';
import { joinProcesses, type Membership } from './join-processes.ts';
import { aliveName, findOthers, lockProcesses, sumProcesses } from './processes.repository.ts';
import { purgeRateWindows, useRateWindows } from './rate-slots.repository.ts';
import { createRateWindows, type RateWindows } from './rate-windows.ts';

const windowMs = 60_000;
const quota = 60;

let database: TestDatabase;
let alive: AliveLocks;
let alivePool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  alivePool = createPool(database.settings, { connections: 1, driverTypes: true });
  alive = await holdAliveLocks(alivePool);
});
afterAll(async () => {
  alive.release();
  await alivePool.end();
  await database.drop();
});

type Member = {
  windows: RateWindows;
  orders: RateWindow;
  membership: Membership;
  clock: { ms: number };
  end(): Promise<void>;
};

let members: Member[] = [];
beforeEach(() => {
  members = [];
});
afterEach(async () => {
  for (const member of members) await member.end();
  await database.owner.query('delete from processes; delete from rate_windows');
});

/** A process without a timer: it beats when the test says so, by a clock that stands still until then. */
async function join(isAlive = true): Promise<Member> {
  const { member, joined } = begin(isAlive);
  await joined;
  return member;
}

function begin(isAlive = true): { member: Member; joined: Promise<void> } {
  const pool = createPool(database.settings, { connections: 2 });
  const db = createDatabase(pool);
  const clock = { ms: Math.ceil(performance.now()) };
  const now = () => clock.ms;
  const windows = createRateWindows({ db, keysMax: 100, now });
  const orders = windows.window(windowMs, 'orders');
  let ended = false;
  const member = {
    windows,
    orders,
    clock,
    async end() {
      if (ended) return;
      ended = true;
      await member.membership?.stop();
      await pool.end();
    },
  } as Member;
  members.push(member);
  const process = { name: 'test', connections: 2 };
  const locks = isAlive ? alive : { add() {}, remove() {} };
  const joined = joinProcesses({ db, beatDb: db, windows, alive: locks, process, now, beats: false }).then(
    async (joined) => {
      member.membership = joined;
      // Its lock is taken on a connection of its own. Tests age a process at once, and without it, it is dead then.
      while (isAlive && !(await isLocked(joined.processId)));
    },
  );
  return { member, joined };
}

const isLocked = async (processId: number): Promise<boolean> => {
  const { rows } = await database.owner.query(
    `select from pg_locks where locktype = 'advisory' and granted and classid = $1 and objid = $2
      and database = (select oid from pg_database where datname = current_database())`,
    [aliveLockClass, aliveKey(aliveName(processId))],
  );
  return rows.length > 0;
};

/** A newcomer, and the heartbeat by which the others learn of it. */
async function joinBeside(...others: Member[]): Promise<Member> {
  const { member, joined } = begin();
  while ((await sumProcesses(database.db)).processes <= others.length);
  for (const other of others) await other.membership.look();
  await joined;
  return member;
}

/** As if all of it had happened so long ago. */
const age = (seconds: number, where = 'true') =>
  database.owner.query(
    `update processes set heartbeat_at = heartbeat_at - make_interval(secs => ${seconds}) where ${where}`,
  );

const storm = async (of: readonly Member[], requests: number, key = '1/live', limit = quota): Promise<number> => {
  const asked = of.flatMap(({ orders }) => Array.from({ length: requests }, () => orders.take(key, limit)));
  return (await Promise.all(asked)).filter(({ ok }) => ok).length;
};

const countRows = async (table: string): Promise<number> =>
  Number((await database.owner.query(`select count(*) from ${table}`)).rows[0].count);

describe('alone', () => {
  it('counts in memory, and asks nobody', async () => {
    const one = await join();
    expect(one.orders.take('1/live', quota)).not.toBeInstanceOf(Promise);
    expect(await storm([one], 100)).toBe(59);
    expect(await countRows('rate_windows')).toBe(0);
  });

  it('asks whether it still is when its last heartbeat is long ago, and goes on', async () => {
    const one = await join();
    one.clock.ms += 1_900;
    expect(one.orders.take('1/live', quota)).toBeInstanceOf(Promise);
    await one.membership.decided();
    expect(one.orders.take('1/live', quota)).not.toBeInstanceOf(Promise);
    expect(one.membership.isAlone()).toBe(true);
  });

  it('leaves what it counted to the process that comes next', async () => {
    const one = await join();
    expect(await storm([one], 40)).toBe(40);
    await one.end();
    expect(await countRows('processes')).toBe(0);
    const next = await join();
    expect(next.membership.isAlone()).toBe(true);
    expect(await storm([next], 100)).toBe(20);
  });
});

describe('several', () => {
  it('accept 60 of 60 together, and never 61, whoever is asked', async () => {
    const one = await join();
    const two = await joinBeside(one);
    const three = await joinBeside(one, two);
    expect(await storm([one, two, three], 50)).toBe(quota);
    expect(await storm([one, two, three], 50)).toBe(0);
    expect(await storm([one, two, three], 50, '1/test')).toBe(quota);
    expect(await storm([one, two, three], 50, "it's\u0000 anyone\ud800 @ example", 7)).toBe(7);
  });

  it('go on from what one counted alone, and one goes on from what several counted', async () => {
    const one = await join();
    expect(await storm([one], 25)).toBe(25);
    const two = await joinBeside(one);
    expect([one.membership.isAlone(), two.membership.isAlone()]).toEqual([false, false]);
    expect(await storm([two], 10)).toBe(10);
    await two.end();
    for (let beats = 0; beats < 10; beats += 1) await one.membership.look();
    await one.membership.decided();
    expect(one.membership.isAlone()).toBe(true);
    expect(await countRows('rate_windows')).toBe(0);
    expect(await storm([one], 100)).toBe(25);
  });

  it('lose no request and accept none too many while one joins and leaves under a storm', async () => {
    const one = await join();
    const early = storm([one], 30);
    const { member: two, joined } = begin();
    const during = [storm([one], 30)];
    while ((await sumProcesses(database.db)).processes < 2) during.push(storm([one], 1));
    await one.membership.look();
    during.push(storm([one], 30));
    await joined;
    during.push(storm([one, two], 30));
    const accepted = (await Promise.all([early, ...during])).reduce((sum, count) => sum + count, 0);
    expect(accepted).toBe(quota);
  });

  it('serve only when each has said that it shares', async () => {
    const one = await join();
    const { member, joined } = begin();
    let served = false;
    void joined.then(() => {
      served = true;
    });
    while ((await sumProcesses(database.db)).processes < 2);
    for (let turn = 0; turn < 20; turn += 1) await countRows('processes');
    expect(served).toBe(false);
    await one.membership.look();
    await joined;
    expect(member.membership.isSharing()).toBe(true);
  });

  it('take back what was given back, in the database and from a lease', async () => {
    const one = await join();
    await joinBeside(one);
    const taken = await one.orders.take('1/live', 1);
    expect((await one.orders.take('1/live', 1)).ok).toBe(false);
    one.orders.giveBack('1/live', taken.slot);
    expect((await one.orders.take('1/live', 1)).ok).toBe(true);
  });

  it('begin anew after a crash of the database, which empties the table', async () => {
    const one = await join();
    const two = await joinBeside(one);
    expect(await storm([one, two], 50)).toBe(quota);
    await database.owner.query('truncate rate_windows');
    expect(await storm([one, two], 50)).toBe(quota);
    const { rows } = await database.owner.query(
      `select relname, relpersistence from pg_class where relname in ('rate_windows', 'processes') order by 1`,
    );
    expect(rows.map(({ relpersistence }) => relpersistence)).toEqual(['p', 'u']);
  });

  it('lock what they count in one order, whoever asked first, so that no two wait for each other', async () => {
    const one = await join();
    await joinBeside(one);
    for (const key of ['a', 'b', 'c']) await one.orders.take(key, quota);
    const row = 'select from rate_windows where key = $1 for update';
    const first = await holdLock(database.owner, row, ['c']);
    const asked = [one.orders.take('c', quota)];
    await untilLockWaits(database.owner, 1);
    const second = await holdLock(database.owner, row, ['a']);
    // Both wait for the statement under way, and are then counted in one.
    asked.push(one.orders.take('b', quota), one.orders.take('a', quota));
    await first.release();
    await asked[0];
    await untilLockWaits(database.owner, 1);
    const other = await second.query(`${row} nowait`, ['b']).catch((error: Error) => error);
    await second.release();
    await Promise.all(asked);
    expect(other).not.toBeInstanceOf(Error);
  });

  it('take their turns on one key, also while another transaction holds it', async () => {
    const one = await join();
    const two = await joinBeside(one);
    await one.orders.take('1/live', quota);
    const holder = await database.owner.connect();
    await holder.query('begin; select from rate_windows for update');
    const asked = storm([one, two], 50);
    await holder.query('commit');
    holder.release();
    expect(await asked).toBe(quota - 1);
  });
});

describe('a process that others took for dead', () => {
  it('gives way to a newcomer after its silence, if its lock is free', async () => {
    const gone = await join(false);
    expect(await storm([gone], 10)).toBe(10);
    await age(2);
    const next = await join();
    expect(next.membership.isAlone()).toBe(true);
  });

  it('is waited for while it holds its lock, up to ten seconds of silence', async () => {
    await join();
    await age(2);
    const { member, joined } = begin();
    while ((await sumProcesses(database.db)).processes < 2);
    expect(await countRows('processes')).toBe(2);
    await age(10, 'not shares_windows');
    await joined;
    expect(member.membership.isSharing()).toBe(true);
    expect(await countRows('processes')).toBe(1);
  });

  it('that counted in memory counts nothing by itself when it wakes, and brings what it had counted', async () => {
    const frozen = await join();
    expect(await storm([frozen], 25)).toBe(25);
    await age(10);
    const next = await join();
    expect(next.membership.isAlone()).toBe(true);
    expect(await storm([next], 10)).toBe(10);
    frozen.clock.ms += 10_000;

    const late = storm([frozen], 100);
    while ((await sumProcesses(database.db)).processes < 2);
    await next.membership.look();
    expect(await late).toBe(25);
    expect(await storm([frozen, next], 100)).toBe(0);
  });

  it('that shared cannot count in the table any more before it is on the list again', async () => {
    const one = await join();
    const frozen = await joinBeside(one);
    expect(await storm([frozen], 20)).toBe(20);
    await age(10, `id = ${frozen.membership.processId}`);
    for (let beats = 0; beats < 10; beats += 1) await one.membership.look();
    await one.membership.decided();
    expect(one.membership.isAlone()).toBe(true);
    const fenced = { name: 'orders', key: '1/live', quota, window_us: 1, wanted: 1, held_us: 0, slot_us: 0 };
    expect(await useRateWindows(database.db, frozen.membership.processId, [fenced])).toBeUndefined();

    const late = storm([frozen], 100);
    while ((await sumProcesses(database.db)).processes < 2);
    await one.membership.look();
    expect(await late).toBe(40);
    expect(await storm([one], 100)).toBe(0);
  });
});

describe('a statement under way that counts', () => {
  const item = { name: 'orders', key: '1/live', quota, window_us: 60_000_000, wanted: 1, held_us: 0, slot_us: 0 };

  it('is waited for before its process is taken off the list', async () => {
    const one = await join();
    const frozen = await joinBeside(one);
    const { processId } = frozen.membership;
    const counting = await hold(database.db, database.owner, (tx) => useRateWindows(tx, processId, [item]));
    await age(10, `id = ${processId}`);
    const removing = inTransaction(database.db, async (tx) => {
      await lockProcesses(tx);
      return findOthers(tx, one.membership.processId);
    });
    await counting.awaitedBy(removing);
    const listed = await countRows('processes');
    await counting.commit();
    expect(await removing).toEqual([]);
    expect(listed).toBe(2);
    expect(await countRows('processes')).toBe(1);
  });

  it('is waited for before its process counts in its memory', async () => {
    const one = await join();
    const two = await joinBeside(one);
    const counting = await hold(database.db, database.owner, (tx) =>
      useRateWindows(tx, one.membership.processId, [item]),
    );
    await two.end();
    for (let beats = 0; beats < 10; beats += 1) await one.membership.look();
    const alone = one.membership.decided();
    await counting.awaitedBy(alone);
    const countsInMemory = one.membership.isAlone();
    await counting.commit();
    await alone;
    expect(countsInMemory).toBe(false);
    expect(await storm([one], 100)).toBe(quota - 1);
  });
});

describe('leases, of quotas of 6,000 a minute and more', () => {
  const large = 6_000;

  it('never exceed the quota, and use it up once the rest is given back', async () => {
    const one = await join();
    const two = await joinBeside(one);
    let accepted = 0;
    for (const requests of [700, 10, 400, 90]) accepted += await storm([one, two], requests, '1/live', large);
    expect(accepted).toBe(2_400);
    accepted += await storm([one], 5_000, '1/live', large);
    for (const { windows } of [one, two]) await windows.returnLeases();
    accepted += await storm([two], 5_000, '1/live', large);
    expect(accepted).toBe(large);
    expect(await storm([one, two], 1_000, '1/live', large)).toBe(0);
  });

  it('leave their window a lease later than a slot taken by itself, because they may be used so late', async () => {
    const one = await join();
    await joinBeside(one);
    const single = await one.orders.take('2/live', quota);
    const leased = await one.orders.take('1/live', large);
    expect(leased.slot - single.slot).toBeGreaterThanOrEqual(500_000);
  });

  it('serve for half a second without the database', async () => {
    const one = await join();
    await joinBeside(one);
    // The last of these leases as many as were just used.
    for (const requests of [10, 1, 1]) await storm([one], requests, '1/live', large);
    const row = await holdLock(database.owner, 'select from rate_windows where key = $1 for update', ['1/live']);
    one.clock.ms += 499;
    const waits = () => untilLockWaits(database.owner, 1);
    const inTime = await Promise.race([one.orders.take('1/live', large), waits()]);
    one.clock.ms += 1;
    const next = one.orders.take('1/live', large);
    await waits();
    await row.release();
    expect([inTime, await next]).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('are given back at their end, and used by nobody after it', async () => {
    const one = await join();
    const two = await joinBeside(one);
    expect(await storm([one], 3_000, '1/live', large)).toBe(3_000);
    // As many as it just used are leased for one request.
    expect(await storm([one], 1, '1/live', large)).toBe(1);
    one.clock.ms += 500;
    two.clock.ms += 500;
    expect(await storm([two], 1, '1/live', large)).toBe(1);
    await one.windows.returnLeases();
    expect(await storm([two], 4_000, '1/live', large)).toBe(large - 3_002);
  });
});

describe('against the window of one process', () => {
  const step = fc.record({
    waitMs: fc.constantFrom(0, 0, 1, 1_000, 20_000, windowMs),
    key: fc.constantFrom('a', 'b'),
    quota: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(5, 8) },
      { weight: 1, arbitrary: fc.integer({ min: -1, max: 10 }) },
    ),
    act: fc.constantFrom('take', 'take', 'take', 'peek', 'give back'),
    times: fc.constantFrom(1, 3),
  });

  it('decides alike', async () => {
    const one = await join();
    await joinBeside(one);
    const { processId } = one.membership;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await database.owner.query('delete from rate_windows');
        const clock = { us: 0n };
        let shiftUs = 0n;
        const model = createRateWindow({ windowMs, keysMax: 10, now: () => Number(clock.us) / 1_000 });
        const given: Record<string, { slot: number; slotUs: number }[]> = { a: [], b: [] };
        for (const { waitMs, key, quota, act, times } of steps) {
          // Time passes by moving what was counted into the past.
          const us = waitMs * 1_000;
          shiftUs += BigInt(us);
          await database.owner.query(
            `update rate_windows set leaves_us = array(select l - ${us} from unnest(leaves_us) with ordinality as x (l, n) order by n)`,
          );
          for (const list of Object.values(given)) for (const one of list) one.slotUs -= us;
          const list = given[key] as { slot: number; slotUs: number }[];
          for (let n = 0; n < times; n += 1) {
            const last = act === 'give back' ? list.pop() : undefined;
            if (act === 'give back' && last === undefined) continue;
            const wanted = { take: 1, peek: 0, 'give back': -1 }[act];
            const item = { name: 'orders', key, quota, window_us: windowMs * 1_000, wanted, held_us: 0 };
            const uses = await useRateWindows(database.db, processId, [{ ...item, slot_us: last?.slotUs ?? 0 }]);
            const [use] = uses ?? [];
            if (use === undefined) throw new Error('this process is not on the list');
            clock.us = use.slotUs - BigInt(windowMs * 1_000) + shiftUs;
            if (last !== undefined) {
              model.giveBack(key, last.slot);
              continue;
            }
            const decision = model[act as 'take' | 'peek'](key, quota);
            const { slot, ...expected } = decision;
            expect(seconds(use)).toEqual(expected);
            if (act === 'take' && decision.ok) list.push({ slot, slotUs: Number(use.slotUs) });
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  const up = (us: bigint): number => Number((us + 999_999n) / 1_000_000n);
  type Use = NonNullable<Awaited<ReturnType<typeof useRateWindows>>>[number];
  const seconds = ({ granted, unused, resetsInUs, freesInUs }: Use): Omit<RateDecision, 'slot'> => ({
    ...{ ok: granted > 0, left: unused, resetSeconds: up(resetsInUs), retryAfterSeconds: up(freesInUs) },
  });
});

it('forgets keys of which nothing is counted, and those quiet longest when there are too many', async () => {
  const one = await join();
  await joinBeside(one);
  for (const key of ['a', 'b', 'c', 'd']) await one.orders.take(key, quota);
  await database.owner.query(`update rate_windows set idle_us = 1 where key = 'd'`);
  await purgeRateWindows(database.db, 2);
  const { rows } = await database.owner.query('select key from rate_windows order by key');
  expect(rows.map(({ key }) => key)).toEqual(['b', 'c']);
});
