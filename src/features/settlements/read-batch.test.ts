/**
 * A run reads its next batch while the present one is posted. Whatever becomes of those orders before they are locked, what
 * settles is what is locked.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { job, keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { holdOrder } from '../orders/hold-order.ts';
import type { Order } from '../orders/order.ts';
import type { SettlementQueue } from '../orders/orders.repository.ts';
import { batchOrdersMax, lockBatch, type ReadAhead, readAhead } from './read-batch.ts';
import { runSettlement } from './run-settlement.ts';
import { findSettlement } from './settlements.repository.ts';

let world: RefundWorld;
let book: Book;
let shop: bigint;

beforeAll(async () => {
  world = await createRefundWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
});

const refOf = (n: number): string => `n${String(n).padStart(5, '0')}`;

/** Orders of 10 minor units each, batch after batch, so that their refs sort like their ids. */
async function recordMany(count: number): Promise<void> {
  for (let start = 0; start < count; start += 250) {
    const those = Array.from({ length: Math.min(250, count - start) }, (_, n) => refOf(start + n));
    await Promise.all(
      those.map((ref) => world.record(book, ref, [merchant(shop, 7n), partner(3n)], { totalAmount: 10n })),
    );
  }
}

const cancel = (n: number) => inTransaction(world.db, (tx) => cancelOrder(keyOf(book), tx, world.deps, book, refOf(n)));
const putOnHold = (n: number) =>
  inTransaction(world.db, (tx) => holdOrder(keyOf(book), tx, world, book, refOf(n), undefined));

/** Runs a settlement, and does something when its second batch has been read and is about to lock the first of its orders. */
async function settleWith(meanwhile: () => Promise<unknown>) {
  const { pool } = world.database;
  const { id } = await inTransaction(world.db, (tx) => world.runner.begin(keyOf(book), tx, book, 'request'));
  const lock = 'select from orders where holder_id = $1 and partner_order_ref = $2 for update';
  const gate = await holdLock(pool, lock, [book.holderId, refOf(batchOrdersMax)]);
  const run = runSettlement(job, world, book, id);
  await untilLockWaits(pool, 1);
  expect(await findSettlement(world.db, book, id)).toMatchObject({ ordersSettled: batchOrdersMax });
  await meanwhile();
  await gate.release();
  await run;
  return findSettlement(world.db, book, id);
}

describe('docs/ledger.md, "Which orders settle": between the reading of a batch and its lock', () => {
  it('orders are held, cancelled and refunded, money and orders arrive: each settles as it is by then, or not', async () => {
    await recordMany(batchOrdersMax + 50);
    await world.topUp(book, 10n * BigInt(batchOrdersMax + 10));
    const [held, cancelled, refunded] = [batchOrdersMax + 1, batchOrdersMax + 2, batchOrdersMax + 3];
    const done = await settleWith(async () => {
      await putOnHold(held);
      await cancel(cancelled);
      await world.refund(book, refOf(refunded), { amount: 5n });
      await world.topUp(book, 1_000n);
      await world.record(book, 'late', [merchant(shop, 7n), partner(3n)], { totalAmount: 10n });
    });
    expect(done).toMatchObject({ status: 'done', ordersSettled: batchOrdersMax + 49, ordersAwaitingFunds: 0 });
    expect(await world.statuses(book, refOf(held), refOf(cancelled), refOf(refunded), 'late')).toEqual([
      'on_hold',
      'void',
      'settled',
      'settled',
    ]);
    expect(await world.balance(book, 'clearing')).toBe(
      10n * BigInt(batchOrdersMax + 110) - 10n * BigInt(batchOrdersMax + 49) + 5n,
    );
    await expectBooksToHold(world.db);
  });

  it('one order is refunded in part: what is left of it settles', async () => {
    await recordMany(batchOrdersMax + 3);
    await world.topUp(book, 10n * BigInt(batchOrdersMax + 3));
    const done = await settleWith(() => world.refund(book, refOf(batchOrdersMax + 1), { amount: 4n }));
    expect(done).toMatchObject({ status: 'done', ordersSettled: batchOrdersMax + 3 });
    expect(await world.balance(book, 'clearing')).toBe(4n);
    await expectBooksToHold(world.db);
  });
});

describe('what was read ahead', () => {
  const none = { afterId: 0n, short: 'none' } as const;
  let queue: SettlementQueue;
  let before: Order[];

  beforeEach(async () => {
    await recordMany(3);
    queue = { ...book, currency: 'EUR', isShadow: false };
    const order = await world.find(book, refOf(0));
    before = Array.from({ length: batchOrdersMax }, () => order);
  });

  const read = (of = before) => readAhead(world.db, queue, none, now(), { onlyWaiting: false, before: of });
  const lock = (ahead: ReadAhead | undefined) =>
    inTransaction(world.db, (tx) => lockBatch(tx, queue, none, now(), { onlyWaiting: false, ahead }));
  const now = () => world.clock.now(book.holderId, book.mode);

  it('is what the batch takes, while nothing was written since', async () => {
    const ahead = await read();
    expect(ahead?.orders).toHaveLength(3);
    expect(await lock(ahead)).toBe(ahead?.orders);
    expect(ahead?.orders).toMatchObject(await lock(undefined));
  });

  it.each<[change: string, make: () => Promise<unknown>, left: number]>([
    ['was refunded in part', () => world.refund(book, refOf(1), { amount: 4n }), 3],
    ['was put on hold', () => putOnHold(1), 2],
    ['was cancelled', () => cancel(1), 2],
    ['came', () => world.record(book, 'late', [merchant(shop, 7n), partner(3n)]), 4],
  ])('is read again once an order %s', async (_change, make, left) => {
    const ahead = await read();
    await make();
    const orders = await lock(ahead);
    expect(orders).not.toBe(ahead?.orders);
    expect(orders).toHaveLength(left);
    expect(orders).toEqual(await lock(undefined));
  });

  it('is nothing behind the last batch, behind one of very many splits, or without a connection', async () => {
    expect(await read(before.slice(1))).toBeUndefined();
    const split = before[0]?.splits[0] as Order['splits'][number];
    const large = before.map((order) => ({ ...order, splits: Array.from({ length: 11 }, () => split) }));
    expect(await read(large)).toBeUndefined();
    const broken = createDatabase({ connect: () => Promise.reject(new Error('no connection')) } as never);
    expect(await readAhead(broken, queue, none, now(), { onlyWaiting: false, before })).toBeUndefined();
  });
});
