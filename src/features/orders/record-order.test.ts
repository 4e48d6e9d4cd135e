/**
 * Recording orders in batches: exactly one request per ref creates the order, also with duplicates, lost connections
 * and races (docs/contract/partner.md, "Record an order").
 */

import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { draftOf, partner } from '../../../tests/fixtures/order-values.ts';
import { job } from '../../../tests/support/actors.ts';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { createPostgresProxy, type PostgresProxy } from '../../../tests/support/postgres-proxy.ts';
import { createTestClock } from '../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { openNodeConnections } from '../../base/database/node-connections.ts';
import { createDatabase, createPool, type Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { OrderDraft } from './order.ts';
import { createOrderWriter, type OrderWriter } from './record-order.ts';

const clock = createTestClock();
let database: TestDatabase;
let proxy: PostgresProxy;
let pool: pg.Pool;
let db: Database;
let write: OrderWriter;
let book: Book;
let holders = 100n;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createPostgresProxy(database.settings);
  pool = createPool(proxy.settings);
  db = createDatabase(pool);
  write = createOrderWriter({ db, clock });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});
beforeEach(() => {
  holders += 1n;
  book = { holderId: holders, mode: 'test' };
});

const draft = (ref: string, changes: Partial<OrderDraft> = {}): OrderDraft => draftOf(ref, [partner(100n)], changes);

/** `created`, `replayed` or the error code, in the order of the requests. */
async function outcomes(sends: Promise<{ created: boolean }>[]): Promise<string[]> {
  const results = await Promise.allSettled(sends);
  return results.map((one) => {
    if (one.status === 'rejected') return (one.reason as { code?: string }).code ?? String(one.reason);
    return one.value.created ? 'created' : 'replayed';
  });
}

const tally = (all: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(all, (one) => one)).map(([key, list]) => [key, list?.length]));

async function rowsOf({ holderId }: Book): Promise<{ orders: number; events: number }> {
  const { rows } = await sql<{ orders: number; events: number }>`
    select (select count(*)::int from orders where holder_id = ${holderId}) as orders,
      (select count(*)::int from events where holder_id = ${holderId} and type = 'order.created') as events`.execute(
    database.db,
  );
  return rows[0] as { orders: number; events: number };
}

describe('docs/contract/partner.md, "Record an order": of any number of sends of one ref exactly one is told 201', () => {
  it('sent together, with differing bodies: the first is stored, the rest get it', async () => {
    const sends = Array.from({ length: 300 }, (_, index) =>
      write(job, book, draft('same', { totalAmount: BigInt(index + 1) })),
    );
    expect(tally(await outcomes(sends))).toEqual({ created: 1, replayed: 299 });
    const orders = await Promise.all(sends.map(async (send) => (await send).order));
    expect(new Set(orders.map((order) => `${order.id}/${order.totalAmount}`)).size).toBe(1);
    expect(await rowsOf(book)).toEqual({ orders: 1, events: 1 });
  });

  it('sent to three processes at once', async () => {
    const writers = [1, 2, 3].map(() => createOrderWriter({ db, clock }));
    const refs = Array.from({ length: 400 }, (_, index) => `ref-${index % 40}`);
    const sends = refs.map((ref, index) => (writers[index % 3] as OrderWriter)(job, book, draft(ref)));
    expect(tally(await outcomes(sends))).toEqual({ created: 40, replayed: 360 });
    expect(await rowsOf(book)).toEqual({ orders: 40, events: 40 });
  });

  it.each(['unsent', 'unanswered'] as const)('also when the connection is cut, the insert %s', async (when) => {
    await write(job, book, draft('warm'));
    const before = proxy.cuts();
    proxy.cutOnce('record_orders', when);
    expect(await outcomes([write(job, book, draft('cut')), write(job, book, draft('cut'))])).toEqual([
      'created',
      'replayed',
    ]);
    expect(proxy.cuts() - before).toBe(1);
    expect(await outcomes([write(job, book, draft('cut'))])).toEqual(['replayed']);
    expect(await rowsOf(book)).toEqual({ orders: 2, events: 2 });
  });

  it('a whole group whose answer is lost is told that it created each order', async () => {
    proxy.cutOnce('record_orders', 'unanswered');
    const refs = Array.from({ length: 50 }, (_, index) => `group-${index}`);
    expect(tally(await outcomes([...refs, ...refs].map((ref) => write(job, book, draft(ref)))))).toEqual({
      created: 50,
      replayed: 50,
    });
    expect(await rowsOf(book)).toEqual({ orders: 50, events: 50 });
  });
});

describe('docs/contract/partner.md, "Record an order": unique per company', () => {
  it('and mode (docs/contract/common.md, "Modes and keys"): the same ref in two companies and two modes makes four orders', async () => {
    holders += 1n;
    const books: Book[] = [
      book,
      { ...book, mode: 'live' },
      { holderId: holders, mode: 'test' },
      { holderId: holders, mode: 'live' },
    ];
    const sends = books.map((one) => write(job, one, draft('same', { idempotencyKey: 'key' })));
    expect(await outcomes(sends)).toEqual(['created', 'created', 'created', 'created']);
  });

  it('letter for letter: case, spaces and the form of an accent tell refs apart', async () => {
    const refs = ['a', 'A', 'a ', ' a', 'á', 'a\u0301', 'ａ'];
    expect(tally(await outcomes(refs.map((ref) => write(job, book, draft(ref)))))).toEqual({ created: refs.length });
  });
});

describe('docs/contract/partner.md, "Record an order": an idempotency_key belongs to one order', () => {
  it('sent together with other refs: one is created, the rest name its ref', async () => {
    const sends = Array.from({ length: 60 }, (_, index) =>
      write(job, book, draft(`ref-${index}`, { idempotencyKey: 'key' })),
    );
    const results = await outcomes(sends);
    expect(tally(results)).toEqual({ created: 1, idempotency_conflict: 59 });
    const winner = `ref-${results.indexOf('created')}`;
    const loser = sends[results.indexOf('idempotency_conflict')] as Promise<unknown>;
    await expect(loser).rejects.toThrow(`partner_order_ref "${winner}"`);
    expect(await rowsOf(book)).toEqual({ orders: 1, events: 1 });
  });

  it('sent together, the first gets the key, whatever the refs', async () => {
    void write(job, book, draft('blocker'));
    const refs = ['z', 'm', 'a', 'z'];
    const sends = refs.map((ref) => write(job, book, draft(ref, { idempotencyKey: 'key' })));
    expect(await outcomes(sends)).toEqual(['created', 'idempotency_conflict', 'idempotency_conflict', 'replayed']);
  });

  it('an existing ref wins over it', async () => {
    await write(job, book, draft('a', { idempotencyKey: 'one' }));
    await write(job, book, draft('b', { idempotencyKey: 'two' }));
    expect(await outcomes([write(job, book, draft('b', { idempotencyKey: 'one' }))])).toEqual(['replayed']);
    expect(await outcomes([write(job, book, draft('b'))])).toEqual(['replayed']);
    expect(await outcomes([write(job, book, draft('c', { idempotencyKey: 'one' }))])).toEqual(['idempotency_conflict']);
  });

  it('is told from the same key of the other mode and of another company', async () => {
    holders += 1n;
    for (const other of [
      { ...book, mode: 'live' },
      { ...book, holderId: holders },
    ] as Book[]) {
      await write(job, other, draft('theirs', { idempotencyKey: 'key' }));
    }
    await write(job, book, draft('ours', { idempotencyKey: 'key' }));
    await expect(write(job, book, draft('b', { idempotencyKey: 'key' }))).rejects.toThrow('partner_order_ref "ours"');
  });

  it('of two sends of a ref in one group the first may be refused for its key and the second created', async () => {
    await write(job, book, draft('owner', { idempotencyKey: 'taken' }));
    // Keeps the writer busy, so that the next three are written in one batch.
    void write(job, book, draft('blocker'));
    const sends = [
      write(job, book, draft('a', { idempotencyKey: 'taken' })),
      write(job, book, draft('a', { idempotencyKey: 'free' })),
      write(job, book, draft('a', { idempotencyKey: 'taken' })),
    ];
    expect(await outcomes(sends)).toEqual(['idempotency_conflict', 'created', 'replayed']);
    expect(await rowsOf(book)).toEqual({ orders: 3, events: 3 });
  });

  it('crossed refs and keys from several processes never end in an error (40P01 is tried again)', async () => {
    const writers = [1, 2, 3, 4].map(() => createOrderWriter({ db, clock }));
    const sends = Array.from({ length: 600 }, (_, index) => {
      const ref = `ref-${(index * 7) % 60}`;
      const key = `key-${(index * 11) % 50}`;
      return (writers[index % 4] as OrderWriter)(job, book, draft(ref, { idempotencyKey: key }));
    });
    const counts = tally(await outcomes(sends));
    expect(Object.keys(counts).filter((key) => !['created', 'replayed', 'idempotency_conflict'].includes(key))).toEqual(
      [],
    );
    expect(await rowsOf(book)).toEqual({ orders: counts.created, events: counts.created });
  });
});

it('src/base/database/README.md, "Batches": a row the database refuses fails alone', async () => {
  // Keeps the writer busy, so that the next three are written in one batch.
  void write(job, book, draft('blocker'));
  const bad = draft('bad', { totalAmount: 0n });
  const sends = [write(job, book, draft('a')), write(job, book, bad), write(job, book, draft('b'))];
  expect(await outcomes(sends)).toEqual(['created', '23514', 'created']);
  expect(await rowsOf(book)).toEqual({ orders: 3, events: 3 });
});

it.runIf(onCluster)(
  'on a cluster, ids and the order of events are the coordinator’s, at whichever node an order is inserted',
  async () => {
    const nodes = await openNodeConnections(database.pool);
    const enter = createOrderWriter({ db: database.db, placement: nodes, clock });
    const written: bigint[] = [];
    for (let n = 0; n < 8; n += 1) {
      const { order } = await enter(job, { holderId: 900n + BigInt(n), mode: 'test' }, draft('one'));
      written.push(order.id);
    }
    const { rows } = await database.owner.query(
      'select array_agg(subject_id::bigint order by appended) as ids, max(appended) as last from events where holder_id >= 900',
    );
    const { rows: drawn } = await database.owner.query('select last_value as last from events_appended_seq');
    expect(rows).toEqual([{ ids: written, last: drawn[0].last }]);
    await nodes.close();
  },
);
