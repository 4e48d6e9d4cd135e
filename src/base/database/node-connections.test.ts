import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '../../../tests/support/holders.ts';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { AppError } from '../errors/app-error.ts';
import { type Batch, createBatch } from './batch.ts';
import { createBatches } from './batches.ts';
import type { BookInsert } from './book-insert.ts';
import { type NodeConnection, openNodeConnections } from './node-connections.ts';
import { createPool } from './pool.ts';
import { drawNumbers } from './sequences.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('numbers are drawn in order, and none twice', async () => {
  const [first, second] = [
    await drawNumbers(database.db, 'orders_id_seq', 3),
    await drawNumbers(database.db, 'orders_id_seq', 2),
  ];
  const [least = 0n] = first;
  expect([...first, ...second]).toEqual([0n, 1n, 2n, 3n, 4n].map((n) => least + n));
});

describe.skipIf(onCluster)('one PostgreSQL', () => {
  it('is one node, known at once', async () => {
    const nodes = await openNodeConnections(database.pool);
    const first = nodes.of(1n);
    expect(first).toMatchObject({ isWorker: false });
    expect(nodes.of(2n)).toBe(first);
    await nodes.close();
    await database.pool.query('select 1');
  });

  it('is looked for once by those who come together, and again after a failure', async () => {
    const pool = createPool({ ...database.settings, port: 1 });
    const nodes = await openNodeConnections(pool);
    const failing = nodes.of(1n);
    expect(nodes.of(1n)).toBe(failing);
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
    const again = nodes.of(1n);
    expect(again).not.toBe(failing);
    await expect(again).rejects.toMatchObject({ code: 'unavailable' });
    await pool.end();
  });
});

describe.runIf(onCluster)('a cluster', () => {
  it('is written where a book is, over one connection pool for each node, which ends with the connections', async () => {
    const nodes = await openNodeConnections(database.pool);
    const found = new Set<NodeConnection>();
    for (let n = 0; n < 12; n += 1) {
      const holderId = await makeCompany(database.db);
      const node = await nodes.of(holderId);
      expect(nodes.of(holderId)).toBe(node);
      expect(node.isWorker).toBe(true);
      const { rows } = await database.pool.query(
        `select nodeport::int from pg_dist_node join pg_dist_placement using (groupid)
        where shardid = get_shard_id_for_distribution_column('orders', $1::bigint)`,
        [holderId],
      );
      const { rows: here } = await portOf(node);
      expect(here).toEqual(rows);
      found.add(node);
    }
    expect(found.size).toBe(2);
    await nodes.close();
    await expect(portOf([...found][0] as NodeConnection)).rejects.toThrow(/after calling end/);
  });

  it('is asked again after a minute, when a book may have moved', async () => {
    let now = 0;
    const nodes = await openNodeConnections(database.pool, { nowMs: () => now });
    const holderId = await makeCompany(database.db);
    const node = await nodes.of(holderId);
    now = 60_000;
    expect(nodes.of(holderId)).toBe(node);
    now = 60_001;
    // Meanwhile what was known counts, and it was right.
    expect(nodes.of(holderId)).toBe(node);
    nodes.forget(node);
    expect(await nodes.of(holderId)).toBe(node);
    await nodes.close();
  });
});

const portOf = (node: NodeConnection): Promise<{ rows: unknown[] }> =>
  node.db.executeQuery(CompiledQuery.raw('select inet_server_port() as nodeport'));

/** A batch that answers each number with itself. */
const atOnce: Batch<number, number> = {
  submit: async (item) => item,
  submitMany: async (items) => items.map((output) => ({ ok: true, output })),
  whenNear: () => undefined,
  isBusy: () => false,
};

/** For batches that write nothing. */
const noInsert: BookInsert<number, void, never> = { together: async () => {}, sequences: [], numbered: async () => {} };

describe('batches', () => {
  const [near, far] = [{ db: null, isWorker: false } as never, { db: null, isWorker: true } as never];
  const forgotten: NodeConnection[] = [];
  const nodes = {
    of: (holderId: bigint) => (holderId === 1n ? near : far),
    forget: (node: NodeConnection) => forgotten.push(node),
  };

  it('of one node do not wait for another’s', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const written: [NodeConnection, number[]][] = [];
    const batches = createBatches({ db: database.db, placement: nodes }, noInsert, (_, node) =>
      createBatch<number, number>({
        async write(items) {
          if (node === far) await gate;
          written.push([node, items]);
          return items;
        },
        batchSizeMax: 10,
        queueLengthMax: 10,
      }),
    );
    const held = batches.submit(2n, 7);
    expect(await batches.submit(1n, 8)).toBe(8);
    expect(written).toEqual([[near, [8]]]);
    open();
    expect(await held).toBe(7);
  });

  it('are busy for the books of a busy one, and for all when all of them are', async () => {
    const busy = new Set<NodeConnection>([far]);
    const batches = createBatches({ db: database.db, placement: nodes }, noInsert, (_, node) => ({
      ...atOnce,
      isBusy: () => busy.has(node),
    }));
    await batches.submit(1n, 1);
    await batches.submit(2n, 1);
    expect([batches.isBusy('single'), batches.isBusy('single', 1n), batches.isBusy('single', 2n)]).toEqual([
      false,
      false,
      true,
    ]);
    busy.add(near);
    expect(batches.isBusy('single')).toBe(true);
  });

  it('of one PostgreSQL are busy before it is known whose item it is', async () => {
    let isBusy = false;
    const batches = createBatches({ db: database.db }, noInsert, () => ({ ...atOnce, isBusy: () => isBusy }));
    expect(batches.isBusy('bulk')).toBe(false);
    await batches.submit(1n, 1);
    isBusy = true;
    expect([batches.isBusy('bulk'), batches.isBusy('bulk', 7n)]).toEqual([true, true]);
  });

  it('look for a node again that was unavailable, not for one that is busy', async () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    let failure = new AppError('unavailable', { cause });
    const batches = createBatches({ db: database.db, placement: nodes }, noInsert, () => ({
      submit: () => Promise.reject(failure),
      submitMany: async () => [{ ok: false as const, error: failure }],
      whenNear: () => undefined,
      isBusy: () => false,
    }));
    await expect(batches.submit(1n, 1)).rejects.toBe(failure);
    expect(await batches.submitMany(1n, [1])).toEqual([{ ok: false, error: failure }]);
    expect(forgotten).toEqual([]);
    await expect(batches.submit(2n, 1)).rejects.toBe(failure);
    expect(forgotten).toEqual([far]);
    expect(await batches.submitMany(2n, [1])).toEqual([{ ok: false, error: failure }]);
    expect(forgotten).toEqual([far, far]);
    failure = new AppError('unavailable');
    await expect(batches.submit(2n, 1)).rejects.toBe(failure);
    await batches.submitMany(2n, [1]);
    expect(forgotten).toEqual([far, far]);
  });

  it('of one node are one', async () => {
    let made = 0;
    const batches = createBatches({ db: database.db }, noInsert, () => {
      made += 1;
      return atOnce;
    });
    await Promise.all([batches.submit(1n, 1), batches.submit(2n, 2)]);
    expect(made).toBe(1);
  });
});
