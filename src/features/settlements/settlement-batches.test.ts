/**
 * Settlements larger than one batch, killed midway, and driven by several runners at the same time: no party is paid
 * twice.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createSettlementWorld, type SettlementWorld } from '../../../tests/fixtures/settlements.ts';
import { job, keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { sendAgainWhileBusy } from '../../../tests/support/send-again.ts';
import { createDatabase, createPool } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { AppError } from '../../base/errors/app-error.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Split } from '../orders/order.ts';
import { listOrders } from '../orders/orders.repository.ts';
import { runSettlement } from './run-settlement.ts';
import { createSettlementRunner } from './settlement-runner.ts';
import { findSettlement } from './settlements.repository.ts';

const ordersCount = 2_300;

let world: SettlementWorld;
let book: Book;
let shop: bigint;

beforeAll(async () => {
  world = await createSettlementWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
});

/** Records orders of 2 minor units each, batch after batch, so that their refs sort like their ids. */
async function recordMany(count: number): Promise<void> {
  const refs = Array.from({ length: count }, (_, index) => `n${String(index).padStart(5, '0')}`);
  for (let start = 0; start < count; start += 250) {
    await Promise.all(
      refs.slice(start, start + 250).map((ref) => world.record(book, ref, [merchant(shop, 1n), partner(1n)])),
    );
  }
}

const begin = () => inTransaction(world.db, (tx) => world.runner.begin(keyOf(book), tx, book, 'request'));
const paid = () => world.balance(book, `earnings:${shop}`);

describe('docs/ledger.md, "Which orders settle": batches of 1,000', () => {
  it('settle all orders, first in first out over the batches, and mark all behind the first that waits', async () => {
    await recordMany(ordersCount);
    await world.topUp(book, 2n * 1_250n);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 1_250, ordersAwaitingFunds: 1_050 });

    const orders = await listOrders(world.db, book, {}, { limit: ordersCount });
    const settled = orders.filter((order) => order.settlementStatus === 'settled').map((order) => order.id);
    const waiting = orders.filter((order) => order.settlementStatus === 'awaiting_funds').map((order) => order.id);
    expect([settled.length, waiting.length]).toEqual([1_250, 1_050]);
    expect((settled[0] as bigint) < (waiting.at(-1) as bigint)).toBe(true);

    await world.topUp(book, 2n * 1_050n);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 1_050, ordersAwaitingFunds: 0 });
    expect(await paid()).toBe(BigInt(ordersCount));
    expect(await world.balance(book, 'clearing')).toBe(0n);
    await expectBooksToHold(world.db);
  });

  it('go on where a stopped process left off', async () => {
    await recordMany(1_200);
    await world.topUp(book, 10_000n);
    const { id } = await begin();
    let asked = 0;
    const isStopping = () => {
      asked += 1;
      return asked > 1;
    };
    expect(await runSettlement(job, { db: world.db, clock: world.clock, isStopping }, book, id)).toBe(false);
    expect(await paid()).toBe(1_000n);
    expect(await findSettlement(world.db, book, id)).toMatchObject({ status: 'running', ordersSettled: 1_000 });

    await world.runner.resumeAbandoned(job, 0);
    expect(await findSettlement(world.db, book, id)).toMatchObject({ status: 'done', ordersSettled: 1_200 });
    expect(await paid()).toBe(1_200n);
    await expectBooksToHold(world.db);
  });

  it('are left to whoever drives them while they make progress, and resumed once they made none for five seconds', async () => {
    await recordMany(2);
    await world.topUp(book, 10n);
    const { id } = await begin();
    const idleFor = (seconds: number) =>
      sql`update settlements set progressed_at = now() - make_interval(secs => ${seconds})
        where holder_id = ${book.holderId} and id = ${id}`.execute(world.db);
    await idleFor(4);
    await world.runner.resumeAbandoned(job);
    expect(await findSettlement(world.db, book, id)).toMatchObject({ status: 'running', ordersSettled: 0 });
    await idleFor(5);
    await world.runner.resumeAbandoned(job);
    expect(await findSettlement(world.db, book, id)).toMatchObject({ status: 'done', ordersSettled: 2 });
    await expectBooksToHold(world.db);
  });
});

describe('docs/ledger.md, "Which orders settle": a settlement that is done', () => {
  it('takes no more orders, whoever still drives it', async () => {
    await world.topUp(book, 100n);
    const { id } = await world.settle(book);
    await recordMany(1);
    expect(await runSettlement(job, { db: world.db, clock: world.clock }, book, id)).toBe(true);
    expect(await paid()).toBe(0n);
    expect(await findSettlement(world.db, book, id)).toMatchObject({ status: 'done', ordersSettled: 0 });
    await expectBooksToHold(world.db);
  });
});

describe('docs/contract/partner.md, "Settlements": settlement_running', () => {
  it('a second settlement of the book is refused while one runs, and names it', async () => {
    const { id } = await begin();
    await expect(begin()).rejects.toMatchObject({
      code: 'settlement_running',
      message: `Settlement ${id} is running.`,
    });
    const live: Book = { ...book, mode: 'live' };
    await expect(
      inTransaction(world.db, (tx) => world.runner.begin(keyOf(live), tx, live, 'request')),
    ).resolves.toBeDefined();
    await world.runner.drive(job, book, id);
    await expect(begin()).resolves.toBeDefined();
  });
});

/** Again while the service is too busy to take the order on. */
const recordPatiently = (ref: string, splits: Split[]): Promise<unknown> =>
  sendAgainWhileBusy(
    () =>
      world.record(book, ref, splits).then(
        () => ({ status: 201 }),
        (error: AppError) => {
          if (error.code !== 'unavailable') throw error;
          return { status: 503, retryAfter: String(error.retryAfterSeconds) };
        },
      ),
    (answer) => ('retryAfter' in answer ? answer.retryAfter : undefined),
  );

describe('docs/ledger.md, "Which orders settle": two runs of the same book at once', () => {
  it('driven by three processes at the same time, each order is paid once', async () => {
    await recordMany(1_500);
    await world.topUp(book, 10_000n);
    const { id } = await begin();
    const pools = [1, 2, 3].map(() => createPool(world.database.settings, { connections: 3 }));
    const runners = pools.map((pool) => createSettlementRunner({ db: createDatabase(pool), clock: world.clock }));
    await Promise.all(runners.map((runner) => runner.drive(job, book, id)));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(await findSettlement(world.db, book, id)).toMatchObject({ status: 'done', ordersSettled: 1_500 });
    expect(await paid()).toBe(1_500n);
    await expectBooksToHold(world.db);
  });

  it('while money and orders keep arriving, each order is paid once and clearing is never overdrawn', async () => {
    await recordMany(200);
    const arriving = Array.from({ length: 40 }, async (_, index) => {
      await world.topUp(book, 11n);
      await recordPatiently(`late-${index}`, [merchant(shop, 1n), partner(1n)]);
      await world.runner.settleIfWaiting(job, book, 'request').catch((error) => {
        expect(error).toMatchObject({ code: 'settlement_running' });
      });
    });
    await Promise.all(arriving);
    await world.topUp(book, 40n);
    await world.settle(book);
    expect(await paid()).toBe(240n);
    expect(await world.balance(book, 'clearing')).toBe(0n);
    await expectBooksToHold(world.db);
  });
});
