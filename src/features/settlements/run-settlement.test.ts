/**
 * Settlement runs on a real database: which orders are paid, in which order, exactly once, and which stay waiting
 * (docs/ledger.md, "Which orders settle").
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createRefundWorld, type RefundWorld } from '../../../tests/fixtures/refunds.ts';
import { job, keyOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { changeCompany, endLink } from '../../../tests/support/holders.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import { positionEvents } from '../../../tests/support/position-events.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { formatAccount } from '../../core/ledger/accounts.ts';
import { listAccounts } from '../../core/ledger/ledger.repository.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { confirmPayment } from '../orders/confirm-payment.ts';
import { payOrder } from '../orders/payment-link.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import { runSettlement } from './run-settlement.ts';

let world: RefundWorld;
let book: Book;
let shop: bigint;
let rider: bigint;

beforeAll(async () => {
  world = await createRefundWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  rider = await world.makeLink(book, 'courier');
});

describe('docs/ledger.md, "What is posted": an order settled', () => {
  it('credits each merchant and courier link and the commission from clearing', async () => {
    await world.topUp(book, 1_000n);
    const order = await world.record(book, 'a', [
      merchant(shop, 700n),
      courier(rider, 200n),
      partner(100n),
      partner(0n),
    ]);
    const settlement = await world.settle(book);

    expect(settlement).toMatchObject({ status: 'done', ordersSettled: 1, ordersAwaitingFunds: 0, ordersOnHold: 0 });
    expect(await world.balance(book, `earnings:${shop}`)).toBe(700n);
    expect(await world.balance(book, `earnings:${rider}`)).toBe(200n);
    expect(await world.balance(book, 'commission')).toBe(100n);
    expect(await world.balance(book, 'clearing')).toBe(0n);
    expect(await world.find(book, 'a')).toMatchObject({
      settlementStatus: 'settled',
      paymentStatus: 'pending',
      settlementId: settlement.id,
      settledAt: world.clock.now(book.holderId, book.mode),
    });
    expect(await world.eventsOf(order)).toEqual(['order.created', 'order.settled']);
    await expectBooksToHold(world.db);
  });

  it('is settled once: another run finds nothing', async () => {
    await world.topUp(book, 1_000n);
    await world.record(book, 'a', [partner(100n)]);
    await world.settle(book);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 0 });
    expect(await world.balance(book, 'commission')).toBe(100n);
    await expectBooksToHold(world.db);
  });

  it('is completed once, when two processes drive the run to its end at the same time', async () => {
    await world.topUp(book, 1_000n);
    await world.record(book, 'a', [partner(100n)]);
    const { id } = await inTransaction(world.db, (tx) => world.runner.begin(shell, tx, book, 'request'));
    const held = await holdLock(
      world.database.owner,
      'select from settlements where holder_id = $1 and id = $2 for update',
      [book.holderId, id],
    );
    const drives = [1, 2].map(() => runSettlement(shell, world, book, id));
    await untilLockWaits(world.database.owner, 2);
    await held.release();
    await Promise.all(drives);
    const { rows } = await world.database.owner.query(
      `select type from events where holder_id = $1 and subject_kind = 'settlement'`,
      [book.holderId],
    );
    expect(rows).toEqual([{ type: 'settlement.completed' }]);
    expect(await world.balance(book, 'commission')).toBe(100n);
    await expectBooksToHold(world.db);
  });

  it('still credits a link that has ended meanwhile', async () => {
    await world.topUp(book, 500n);
    await world.record(book, 'a', [merchant(shop, 500n)]);
    await endLink(world.db, book.holderId, shop);
    await world.settle(book);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(500n);
    await expectBooksToHold(world.db);
  });

  it('settles each currency from its own clearing', async () => {
    await world.topUp(book, 100n, 'EUR');
    await world.topUp(book, 5_000n, 'KWD');
    await world.record(book, 'eur', [partner(100n)]);
    await world.record(book, 'usd', [partner(1n)], { currency: 'USD' });
    await world.record(book, 'kwd', [partner(5_000n)], { currency: 'KWD' });
    await world.settle(book);
    expect(await world.statuses(book, 'eur', 'usd', 'kwd')).toEqual(['settled', 'awaiting_funds', 'settled']);
    await expectBooksToHold(world.db);
  });

  it('never meets the other mode (docs/contract/common.md, "Modes and keys")', async () => {
    const live: Book = { ...book, mode: 'live' };
    await world.topUp(book, 100n);
    await world.record(book, 'a', [partner(100n)]);
    await world.record(live, 'a', [partner(100n)]);
    await world.settle(live);
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    expect(await world.statuses(live, 'a')).toEqual(['awaiting_funds']);
    await expectBooksToHold(world.db);
  });
});

describe('docs/contract/common.md, "Modes and keys": orders of two modes and two currencies, one after the other', () => {
  const currencies = ['EUR', 'USD'] as const;
  let live: Book;

  /** Two orders per mode and currency, the live ones first; clearing could pay all of them. */
  beforeEach(async () => {
    live = { ...book, mode: 'live' };
    for (const round of [1, 2]) {
      for (const one of [live, book]) {
        for (const currency of currencies) {
          const splits = [merchant(shop, 70n), partner(30n)];
          await world.record(one, `${currency}-${round}`, splits, { currency, totalAmount: 100n });
        }
      }
    }
    for (const one of [live, book]) {
      for (const currency of currencies) {
        const topUp = await world.topUp(one, 1_000n, currency);
        if (topUp.status === 'pending') {
          await inTransaction(world.db, (tx) => confirmTopUp(shell, tx, world.clock, topUp.id));
        }
      }
    }
  });

  const refs = ['EUR-1', 'USD-1', 'EUR-2', 'USD-2'];
  const all = (status: string) => refs.map(() => status);
  const left = (one: Book) => Promise.all(currencies.map((currency) => world.balance(one, 'clearing', currency)));

  it('and each share is told to its payee once, when one round gives positions in all books', async () => {
    const other = await world.makeBook();
    const otherShop = await world.makeLink(other, 'merchant');
    await world.record(other, 'EUR-1', [merchant(otherShop, 70n)], { totalAmount: 70n });
    await world.topUp(other, 70n);
    for (const one of [live, book, other]) await world.settle(one);
    while ((await positionEvents(world.db)) > 0);
    const { rows } = await sql<{ link: bigint; mode: string; told: string[] }>`
      select l.id as link, e.mode, array_agg(e.data ->> 'partner_order_ref' order by e.position) as told
      from events e join links l on l.holder_id = e.holder_id
      where e.type = 'earning.settled' and l.id = any(${[shop, otherShop]}::bigint[])
      group by l.id, e.mode order by l.id, e.mode desc`.execute(world.db);
    const told = ['EUR-1', 'EUR-2', 'USD-1', 'USD-2'];
    expect(rows).toEqual([
      { link: shop, mode: 'test', told },
      { link: shop, mode: 'live', told },
      { link: otherShop, mode: 'test', told: ['EUR-1'] },
    ]);
  });

  it.each(['test', 'live'] as const)('a %s settlement settles its own alone', async (mode) => {
    const [own, other] = mode === 'test' ? [book, live] : [live, book];
    expect(await world.settle(own)).toMatchObject({ ordersSettled: 4, ordersAwaitingFunds: 0, ordersOnHold: 0 });
    expect([await world.statuses(own, ...refs), await left(own)]).toEqual([all('settled'), [800n, 800n]]);
    expect([await world.statuses(other, ...refs), await left(other)]).toEqual([all('unsettled'), [1_000n, 1_000n]]);
    expect(await world.settle(other)).toMatchObject({ ordersSettled: 4 });
    expect([await world.statuses(other, ...refs), await left(other)]).toEqual([all('settled'), [800n, 800n]]);
    await expectBooksToHold(world.db);
  });

  it('a settlement of one currency settles that one alone', async () => {
    const { id } = await inTransaction(world.db, (tx) => world.runner.begin(keyOf(book), tx, book, 'request', 'USD'));
    await world.runner.drive(job, book, id);
    expect(await world.statuses(book, ...refs)).toEqual(['unsettled', 'settled', 'unsettled', 'settled']);
    expect(await world.statuses(live, ...refs)).toEqual(all('unsettled'));
    expect([await left(book), await left(live)]).toEqual([
      [1_000n, 800n],
      [1_000n, 1_000n],
    ]);
    await expectBooksToHold(world.db);
  });
});

describe('docs/contract/partner.md, "Order states": clearing too short', () => {
  it('first in, first out: the first order that cannot be covered and all behind it await funds', async () => {
    await world.topUp(book, 150n);
    for (const [ref, cost] of [
      ['a', 100n],
      ['b', 60n],
      ['c', 10n],
    ] as const)
      await world.record(book, ref, [partner(cost)]);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 1, ordersAwaitingFunds: 2 });
    expect(await world.statuses(book, 'a', 'b', 'c')).toEqual(['settled', 'awaiting_funds', 'awaiting_funds']);
    await expectBooksToHold(world.db);
  });

  it('marks an order as awaiting once, not anew by every run', async () => {
    const order = await world.record(book, 'a', [partner(100n)]);
    expect(await world.settle(book)).toMatchObject({ ordersAwaitingFunds: 1 });
    expect(await world.settle(book)).toMatchObject({ ordersAwaitingFunds: 0 });
    await world.record(book, 'b', [partner(1n)]);
    expect(await world.settle(book)).toMatchObject({ ordersAwaitingFunds: 1 });
    expect(await world.eventsOf(order)).toEqual(['order.created', 'order.deferred']);
    await expectBooksToHold(world.db);
  });

  it('leaves orders that wait for no funds to their schedule when money arrives', async () => {
    const live: Book = { ...book, mode: 'live' };
    await world.record(live, 'a', [partner(100n)]);
    await world.settle(live);
    expect(await world.statuses(live, 'a')).toEqual(['awaiting_funds']);
    await world.record(book, 'a', [partner(100n)]);
    await world.topUp(book, 200n);
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, 'a')).toEqual(['unsettled']);
    await expectBooksToHold(world.db);
  });

  it('settles what waited, in the currency that arrived, and leaves everything else to its schedule', async () => {
    const dollars = { currency: 'USD' };
    await world.record(book, 'a', [partner(100n)]);
    await world.record(book, 'usd', [partner(100n)], dollars);
    await world.settle(book);
    await world.record(book, 'b', [partner(1n)]);
    await world.record(book, 'usd 2', [partner(1n)], dollars);
    await world.record(book, 'yen', [partner(0n)], { currency: 'JPY' });
    const refs = ['a', 'b', 'usd', 'usd 2', 'yen'];
    await world.topUp(book, 200n);
    await world.topUp(book, 200n, 'USD');
    await world.runner.settleIfWaiting(job, book, 'funds', 'EUR');
    expect(await world.statuses(book, ...refs)).toEqual([
      ...['settled', 'unsettled', 'awaiting_funds', 'unsettled', 'unsettled'],
    ]);
    // Without a currency, as when a pause ends: whatever waits.
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, ...refs)).toEqual([
      ...['settled', 'unsettled', 'settled', 'unsettled', 'unsettled'],
    ]);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 3 });
    await expectBooksToHold(world.db);
  });

  it('settles by itself on top-up, the oldest first', async () => {
    for (const ref of ['a', 'b', 'c']) await world.record(book, ref, [partner(100n)]);
    await world.settle(book);
    await world.topUp(book, 200n);
    await world.runner.settleIfWaiting(job, book, 'funds');
    expect(await world.statuses(book, 'a', 'b', 'c')).toEqual(['settled', 'settled', 'awaiting_funds']);
    expect(await world.eventsOf(await world.find(book, 'a'))).toEqual([
      'order.created',
      'order.deferred',
      'order.settled',
    ]);
    await expectBooksToHold(world.db);
  });

  it.each(['funds', 'schedule'] as const)('woken by %s with nothing eligible, nothing is recorded', async (trigger) => {
    const waiting = await world.makeBook({ holdSeconds: 60, settleOnlyPaid: true });
    await world.topUp(waiting, 200n);
    const order = await world.record(waiting, 'a', [partner(100n)]);
    const settlements = async () =>
      (await world.db.selectFrom('settlements').select('id').where('holderId', '=', waiting.holderId).execute()).length;
    await world.runner.settleIfWaiting(job, waiting, trigger);
    world.clock.advance(60);
    await world.runner.settleIfWaiting(job, waiting, trigger);
    expect(await settlements()).toBe(0);
    await inTransaction(world.db, (tx) =>
      confirmPayment(keyOf(waiting), tx, { clock: world.clock }, waiting, order.partnerOrderRef),
    );
    await world.runner.settleIfWaiting(job, waiting, trigger);
    // Money that arrives begins a settlement only while orders wait for funds; without, every order waits for its schedule.
    const settled = trigger === 'schedule' ? [1, ['settled']] : [0, ['unsettled']];
    expect([await settlements(), await world.statuses(waiting, 'a')]).toEqual(settled);
    await expectBooksToHold(world.db);
  });

  it('a top-up wakes the settlement in its own transaction, one wake-up per book', async () => {
    await world.topUp(book, 1n);
    await world.topUp(book, 1n);
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from graphile_worker.jobs where key = ${`settle_on_funds:${book.holderId}:test:EUR`}`.execute(
      world.db,
    );
    expect(rows[0]?.count).toBe(1n);
    await expectBooksToHold(world.db);
  });
});

describe('docs/ledger.md, "Which orders settle": on hold', () => {
  it('an order with a merchant or courier nobody is named for, or unknown, waits and blocks nobody', async () => {
    await world.topUp(book, 100n);
    await world.record(book, 'nobody', [merchant(null, 10n)]);
    await world.record(book, 'no courier', [courier(null, 10n), partner(1n)]);
    await world.record(book, 'unknown', [merchant(shop + 1_000n, 10n)]);
    await world.record(book, 'wrong type', [courier(shop, 10n)]);
    const order = await world.record(book, 'last', [partner(100n)]);
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 1, ordersOnHold: 4, ordersAwaitingFunds: 0 });
    expect(await world.statuses(book, 'nobody', 'no courier', 'unknown', 'wrong type', 'last')).toEqual([
      ...Array(4).fill('on_hold'),
      'settled',
    ]);
    expect(await world.find(book, 'nobody')).toMatchObject({ holdReason: 'unassigned_split' });
    expect(await world.eventsOf(await world.find(book, 'nobody'))).toEqual(['order.created', 'order.held']);
    expect(await world.eventsOf(order)).toEqual(['order.created', 'order.settled']);
    const purposes = (await listAccounts(world.db, book)).map((account) => formatAccount(account));
    expect(purposes.sort()).toEqual(['clearing', 'commission', 'outside:bank']);
    await expectBooksToHold(world.db);
  });
});

describe('docs/ledger.md, "Which orders settle": eligibility', () => {
  const confirm = (ref: string) => inTransaction(world.db, (tx) => confirmPayment(keyOf(book), tx, world, book, ref));

  it('source service only once it is paid', async () => {
    await world.topUp(book, 100n);
    await world.record(book, 'a', [partner(50n)], { paymentSource: 'service' });
    await world.record(book, 'b', [partner(50n)]);
    await world.settle(book);
    expect(await world.statuses(book, 'a', 'b')).toEqual(['unsettled', 'settled']);

    await world.payByCard(await world.find(book, 'a'));
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    await expectBooksToHold(world.db);
  });

  it.each(['card', 'onlinewallet', 'cod'] as const)('source %s as recorded', async (paymentSource) => {
    await world.topUp(book, 50n);
    await world.record(book, 'a', [partner(50n)], { paymentSource });
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    await expectBooksToHold(world.db);
  });

  it('not before the company’s hold time has passed', async () => {
    await changeCompany(world.db, book.holderId, { holdSeconds: 3_600 });
    await world.topUp(book, 50n);
    await world.record(book, 'a', [partner(50n)]);
    world.clock.advance(3_599);
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['unsettled']);
    world.clock.advance(1);
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    await expectBooksToHold(world.db);
  });

  it('only paid ones, when the company says so', async () => {
    await changeCompany(world.db, book.holderId, { settleOnlyPaid: true });
    await world.topUp(book, 50n);
    await world.record(book, 'a', [partner(50n)]);
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['unsettled']);
    await confirm('a');
    await world.settle(book);
    expect(await world.statuses(book, 'a')).toEqual(['settled']);
    expect(await world.eventsOf(await world.find(book, 'a'))).toEqual(['order.created', 'order.paid', 'order.settled']);
    await expectBooksToHold(world.db);
  });

  it('never a canceled one', async () => {
    await world.topUp(book, 50n);
    const order = await world.record(book, 'a', [partner(50n)]);
    await inTransaction(world.db, (tx) =>
      cancelOrder(
        keyOf(book),
        tx,
        { clock: world.clock, onPaid: payOrder, onAuthorization: async () => {} },
        book,
        'a',
      ),
    );
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 0 });
    expect(await world.statuses(book, 'a')).toEqual(['void']);
    expect(await world.eventsOf(order)).toEqual(['order.cancelled', 'order.created', 'order.voided']);
    await expectBooksToHold(world.db);
  });
});

describe('docs/contract/partner.md, "Shadow ledger": a shadow order', () => {
  it('settles in the shadow ledger only, without clearing and without links', async () => {
    await world.record(book, 'a', [merchant(null, 70n), courier(null, 20n), courier(rider, 5n), partner(5n)], {
      isShadow: true,
      shadowMerchantRef: 'taverna',
    });
    await world.record(book, 'b', [merchant(shop, 9n)], { isShadow: true, shadowMerchantName: 'Taverna' });
    expect(await world.settle(book)).toMatchObject({ ordersSettled: 2, ordersOnHold: 0, ordersAwaitingFunds: 0 });
    const accounts = await listAccounts(world.db, book);
    expect(Object.fromEntries(accounts.map((account) => [formatAccount(account), account.balance]))).toEqual({
      'shadow:clearing': -109n,
      'shadow:commission': 5n,
      'shadow:earnings:ref:taverna': 70n,
      'shadow:earnings:unnamed-courier': 20n,
      [`shadow:earnings:courier:${rider}`]: 5n,
      'shadow:earnings:name:Taverna': 9n,
    });
    await expectBooksToHold(world.db);
  });

  it('is not blocked by real orders that await funds', async () => {
    await world.record(book, 'real', [partner(50n)]);
    await world.record(book, 'shadow', [partner(50n)], { isShadow: true });
    await world.settle(book);
    expect(await world.statuses(book, 'real', 'shadow')).toEqual(['awaiting_funds', 'settled']);
    await expectBooksToHold(world.db);
  });
});
