/** A restaurant gets its ref on a real database: what is left moves with it, also while orders settle. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, refusal, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { job } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { holdLock, untilLockWaits } from '../../../tests/support/lock-waits.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { makeRefund } from '../refunds/refund-payment.ts';

let world: ShadowWorld;
let book: Book;

beforeAll(async () => {
  world = await createShadowWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook();
});

const grill = { shadowMerchantRef: null, shadowMerchantName: 'Grill' };
const nobody = { shadowMerchantRef: null, shadowMerchantName: null };
const byName = (name: string, ref: string) => world.name(book, { shadowMerchantRef: ref, name });
const byOrders = (ref: string, ...orderRefs: string[]) => world.name(book, { shadowMerchantRef: ref, orderRefs });

describe('docs/ledger.md, "Accounts": a restaurant gets its ref', () => {
  it('by its orders: what is left of settled ones moves, couriers stay, unsettled ones just get it', async () => {
    await world.shadow(book, 'a', [merchant(null, 70n), courier(null, 9n)], nobody);
    await world.shadow(book, 'b', [merchant(null, 30n)], grill);
    await world.settle(book);
    await world.shadow(book, 'c', [merchant(null, 5n)], nobody);
    await world.payOutside(book, 'p', [item('a', 0.2)]);
    const couriers = { 'shadow:earnings:unnamed-courier': 9n, 'shadow:clearing': -89n };
    expect(await world.accounts(book)).toEqual({
      'shadow:earnings:unnamed': 50n,
      'shadow:earnings:name:Grill': 30n,
      ...couriers,
    });
    expect(await byOrders('g', 'a', 'b', 'c')).toEqual({
      ordersNamed: 3,
      ordersLeft: 0,
      moved: new Map([['EUR', 80n]]),
    });
    expect(await world.accounts(book)).toEqual({ 'shadow:earnings:ref:g': 80n, ...couriers });
    expect(await world.eventsOf(await world.find(book, 'a'))).toContain('shadow_order.named');
    await world.settle(book);
    expect(await world.balance(book, 'shadow:earnings:ref:g')).toBe(85n);
    await expectBooksToHold(world.db);
  });

  it('by a name: every order under it, and again for those that come later', async () => {
    await world.shadow(book, 'a', [merchant(null, 70n)], grill);
    await world.shadow(book, 'b', [merchant(null, 30n)], grill);
    await world.shadow(book, 'other', [merchant(null, 1n)], { ...grill, shadowMerchantName: 'grill' });
    await world.settle(book);
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 2, ordersLeft: 0 });
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 0, ordersLeft: 0 });
    await world.shadow(book, 'later', [merchant(null, 4n)], grill);
    await world.settle(book);
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 1 });
    expect(await world.accounts(book)).toEqual({
      'shadow:earnings:ref:g': 104n,
      'shadow:earnings:name:grill': 1n,
      'shadow:clearing': -105n,
    });
    await expectBooksToHold(world.db);
  });

  it('an order with a refund under way waits: what the refund took may have to go back where it was', async () => {
    const { id } = await world.shadow(book, 'a', [merchant(null, 70n)], grill);
    await world.settle(book);
    const openRefunds = (count: number) =>
      world.database.pool.query('update orders set open_refunds = $1 where id = $2', [count, id]);
    await openRefunds(1);
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 0, ordersLeft: 1 });
    // The other mode knows no order of this name.
    const inLive = world.name({ ...book, mode: 'live' }, { shadowMerchantRef: 'g', name: 'Grill' });
    expect(await inLive).toMatchObject({ ordersNamed: 0, ordersLeft: 0 });
    expect(await refusal(byOrders('g', 'a'))).toEqual([
      'invalid_state',
      'partner_order_refs[0] has a refund in progress',
    ]);
    await openRefunds(0);
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 1, ordersLeft: 0 });
    await expectBooksToHold(world.db);
  });

  it('a refund that is opened between finding an order by its name and locking it makes it wait too', async () => {
    const { id } = await world.shadow(book, 'a', [merchant(null, 70n)], grill);
    await world.settle(book);
    const { pool } = world.database;
    const held = await holdLock(pool, 'update orders set open_refunds = 1 where id = $1', [id]);
    const naming = byName('Grill', 'g');
    await untilLockWaits(pool, 1);
    await held.release();
    expect(await naming).toMatchObject({ ordersNamed: 0, ordersLeft: 1 });
    await pool.query('update orders set open_refunds = 0 where id = $1', [id]);
    await expectBooksToHold(world.db);
  });

  it('naming with a refund open waits; once it is refused, everything moves', async () => {
    const order = await world.shadow(book, 'a', [merchant(null, 70n)], { ...grill, paymentSource: 'service' });
    await world.payByCard(order);
    await world.settle(book);
    world.provider.says.refund = async () => ({ kind: 'failed', reason: 'refused' });
    await world.refund(book, 'a', { amount: 30n });
    expect(await world.balance(book, 'shadow:earnings:name:Grill')).toBe(40n);
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 0, ordersLeft: 1 });
    expect(await refusal(byOrders('g', 'a'))).toEqual([
      'invalid_state',
      'partner_order_refs[0] has a refund in progress',
    ]);
    await world.drain();
    expect(await world.balance(book, 'shadow:earnings:name:Grill')).toBe(70n);
    expect(await byName('Grill', 'g')).toMatchObject({ ordersNamed: 1, ordersLeft: 0 });
    expect(await world.balance(book, 'shadow:earnings:ref:g')).toBe(70n);
    await expectBooksToHold(world.db);
  });

  it('named after a refund that fails late: what it took goes where the restaurant is now', async () => {
    const order = await world.shadow(book, 'a', [merchant(null, 70n)], { ...grill, paymentSource: 'service' });
    await world.payByCard(order);
    await world.settle(book);
    world.provider.says.refund = async () => ({ kind: 'succeeded' });
    const { id } = await world.refund(book, 'a', { amount: 30n });
    await world.drain();
    await byName('Grill', 'g');
    world.provider.says.refund = async () => ({ kind: 'failed', reason: 'closed' });
    const { rows } = await world.database.pool.query('select id from refunds where refund_ref = $1', [id]);
    await makeRefund(job, world.deps, book.holderId, rows[0].id);
    expect(await world.balance(book, 'shadow:earnings:ref:g')).toBe(70n);
    await expectBooksToHold(world.db);
  });

  it('a ref is never changed; the same one again changes nothing', async () => {
    await world.shadow(book, 'a', [merchant(null, 70n)], nobody);
    await world.settle(book);
    await byOrders('g', 'a');
    expect(await byOrders('g', 'a')).toMatchObject({ ordersNamed: 0 });
    expect(await refusal(byOrders('h', 'a'))).toEqual([
      'invalid_state',
      'partner_order_refs[0] has the ref of another merchant',
    ]);
    expect(await world.balance(book, 'shadow:earnings:ref:g')).toBe(70n);
    await expectBooksToHold(world.db);
  });

  it('what has its ref can be claimed; before, it can’t', async () => {
    const shop = await world.makeLink(book, 'merchant');
    await world.topUp(book, 70n);
    await world.shadow(book, 'a', [merchant(null, 70n)], grill);
    await world.settle(book);
    const claim = () => world.claim(book, { shadowMerchantRef: 'g', claimRef: 'c', linkId: shop, orderRefs: ['a'] });
    expect(await refusal(claim())).toEqual(['not_found']);
    await byName('Grill', 'g');
    await claim();
    expect(await world.accounts(book)).toEqual({ [`earnings:${shop}`]: 70n, 'outside:bank': -70n });
    await expectBooksToHold(world.db);
  });

  it('knows only orders of its own book', async () => {
    await world.shadow(book, 'a', [merchant(null, 70n)], grill);
    await world.settle(book);
    for (const stranger of [await world.makeBook(), { ...book, mode: 'live' } as Book]) {
      expect(await world.name(stranger, { shadowMerchantRef: 'g', name: 'Grill' })).toMatchObject({ ordersNamed: 0 });
      expect(await refusal(world.name(stranger, { shadowMerchantRef: 'g', orderRefs: ['a'] }))).toEqual([
        'validation_failed',
        'partner_order_refs[0] is not the ref of an order',
      ]);
    }
    expect(await world.balance(book, 'shadow:earnings:name:Grill')).toBe(70n);
    await expectBooksToHold(world.db);
  });
});

describe('naming at the same time as others', () => {
  it('against settlement: wherever an order settled, it ends with the restaurant', async () => {
    const refs = Array.from({ length: 60 }, (_, n) => `o${n}`);
    await Promise.all(refs.map((ref) => world.shadow(book, ref, [merchant(null, 10n)], grill)));
    await Promise.all([
      world.settle(book),
      byName('Grill', 'g'),
      byOrders('g', ...refs.slice(0, 20)),
      byOrders('g', ...refs.slice(10, 40).toReversed()),
    ]);
    await byName('Grill', 'g');
    expect(await world.accounts(book)).toEqual({ 'shadow:earnings:ref:g': 600n, 'shadow:clearing': -600n });
    await expectBooksToHold(world.db);
  });

  it('against two refs: the first one has it', async () => {
    await world.shadow(book, 'a', [merchant(null, 10n)], grill);
    await world.settle(book);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => byOrders(n % 2 === 0 ? 'g' : 'h', 'a')),
    );
    const { shadowMerchantRef } = await world.find(book, 'a');
    expect(await world.balance(book, `shadow:earnings:ref:${shadowMerchantRef}`)).toBe(10n);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5);
    await expectBooksToHold(world.db);
  });

  it('against payments outside: what is paid is not moved, what is moved is not lost', async () => {
    await world.shadow(book, 'a', [merchant(null, 100n)], grill);
    await world.settle(book);
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => world.payOutside(book, `p${n}`, [item('a', 0.1)])),
      byName('Grill', 'g'),
    ]);
    expect(await world.accounts(book)).toEqual({ 'shadow:earnings:ref:g': 40n, 'shadow:clearing': -40n });
    await expectBooksToHold(world.db);
  });
});
