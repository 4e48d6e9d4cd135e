/** Concurrent refunds, settlements and cancellations: nobody is paid twice, and nothing is returned twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { job, keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { makeRefund } from './refund-payment.ts';

let world: RefundWorld;
let book: Book;
let shop: bigint;
let rider: bigint;

beforeAll(async () => {
  world = await createRefundWorld();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  rider = await world.makeLink(book, 'courier');
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

const refs = (count: number): string[] => Array.from({ length: count }, (_, index) => `o-${index}`);
const record = (ref: string, source: 'cod' | 'service' = 'cod') =>
  world.record(book, ref, [merchant(shop, 70n), courier(rider, 20n), partner(10n)], {
    totalAmount: 100n,
    paymentSource: source,
  });

/** The error codes of refused requests; any other error fails the test. */
async function refusals(work: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    if (outcome.reason instanceof AppError) return [outcome.reason.code];
    throw outcome.reason;
  });
}

const transfersOf = async (code: string): Promise<number> => {
  const { rows } = await world.database.pool.query(
    'select count(*)::int as n from transfers where holder_id = $1 and code = $2',
    [book.holderId, code],
  );
  return rows[0].n;
};

it('a refund that ends locks the order before its payment, as another refund of the order does', async () => {
  const order = await record('a', 'service');
  await world.payByCard(order);
  await world.refund(book, 'a', { amount: 60n });
  const { pool } = world.database;
  const { rows } = await pool.query('select id, payment_id from refunds where holder_id = $1', [book.holderId]);
  const held = await holdLock(pool, 'select from orders where holder_id = $1 and id = $2 for update', [
    book.holderId,
    order.id,
  ]);
  const ended = makeRefund(job, world.deps, book.holderId, rows[0].id);
  try {
    await untilLockWaits(pool, 1);
    // What waits for the order holds nothing that whoever has the order needs next.
    await held.query('select from payments where holder_id = $1 and id = $2 for update nowait', [
      book.holderId,
      rows[0].payment_id,
    ]);
  } finally {
    await held.release();
  }
  expect((await ended)?.status).toBe('succeeded');
});

describe('raced', () => {
  it('the same orders by ten runs at once: each is paid once', async () => {
    await Promise.all(refs(50).map((ref) => record(ref)));
    await world.topUp(book, 5_000n);
    const { id } = await inTransaction(world.db, (tx) => world.runner.begin(keyOf(book), tx, book, 'request'));
    const { runSettlement } = await import('../settlements/run-settlement.ts');
    await Promise.all(
      Array.from({ length: 10 }, () => runSettlement(job, { db: world.db, clock: world.clock }, book, id)),
    );
    expect(await transfersOf('settlement')).toBe(150);
    expect(await world.balance(book, 'clearing')).toBe(0n);
  });

  it('refunds against a settlement: reduced or reversed, each share goes back once', async () => {
    await Promise.all(refs(60).map((ref) => record(ref)));
    await world.topUp(book, 6_000n);
    const [, refused] = await Promise.all([
      world.settle(book),
      refusals(
        refs(60).flatMap((ref) => [world.refund(book, ref, { amount: 50n }), world.refund(book, ref, { amount: 60n })]),
      ),
    ]);
    // Each pair exceeds the order, so exactly one of the two is accepted.
    expect(refused).toEqual(Array.from({ length: 60 }, () => 'refund_exceeds'));
    await Promise.all(refs(60).map((ref) => world.refund(book, ref)));
    await world.settle(book);
    expect(await world.accounts(book)).toEqual({ 'outside:bank': -6_000n, clearing: 6_000n });
  });

  it('a refund against a cancellation: one of them wins', async () => {
    await Promise.all(refs(20).map((ref) => record(ref)));
    await world.topUp(book, 2_000n);
    await world.settle(book);
    const refused = await refusals(refs(20).flatMap((ref) => [world.refund(book, ref), world.cancel(book, ref)]));
    expect(refused).toEqual(Array.from({ length: 20 }, () => 'invalid_state'));
    expect(await world.balance(book, 'clearing')).toBe(2_000n);
  });

  it('waiting refunds paid by several at once, while money arrives and a settlement runs: each once', async () => {
    for (const ref of refs(10)) await world.payByCard(await record(ref, 'service'));
    await world.settle(book);
    await world.spend(book, `earnings:${shop}`, 700n);
    await world.spend(book, `earnings:${rider}`, 200n);
    await world.spend(book, 'commission', 100n);
    for (const ref of refs(10)) await world.refund(book, ref);
    await record('next');
    await Promise.all([
      ...Array.from({ length: 20 }, () => world.topUp(book, 50n).then(() => world.payWaiting(book))),
      world.settle(book),
    ]);
    await world.payWaiting(book);
    expect(await transfersOf('refund')).toBe(10);
    expect(await world.balance(book, 'clearing')).toBe(0n);
    expect(await world.statuses(book, 'next')).toEqual(['awaiting_funds']);
    await world.drain();
    expect(await world.states(book, 'o-9')).toBe('refunded reversed');
  });
});
