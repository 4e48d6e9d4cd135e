/** The shadow claim on a real database: its transfers, its refusals, and ten claims at the same time. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant, partner } from '../../../tests/fixtures/order-values.ts';
import { createShadowWorld, item, refusal, type ShadowWorld } from '../../../tests/fixtures/shadow.ts';
import { keyOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { endLink } from '../../../tests/support/holders.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import { previewClaim } from './preview-claim.ts';

let world: ShadowWorld;
let book: Book;
let shop: bigint;
let rider: bigint;

beforeAll(async () => {
  world = await createShadowWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
  rider = await world.makeLink(book, 'courier');
});

/** Two settled orders of 70 and 30 for the restaurant. */
async function settleTwo(): Promise<void> {
  await world.shadow(book, 'a', [merchant(null, 70n), courier(null, 20n), partner(5n)]);
  await world.shadow(book, 'b', [merchant(null, 30n)]);
  await world.settle(book);
}
const claim = (claimRef: string, orderRefs?: string[], linkId = shop) =>
  world.claim(book, { claimRef, linkId, orderRefs });
const target = (orderRefs?: string[], linkId = shop) => ({ shadowMerchantRef: 'taverna', linkId, orderRefs });

describe('docs/ledger.md, "What is posted": the shadow claim', () => {
  it('pays the link from clearing what is left, and the shadow ledger owes it no longer', async () => {
    await settleTwo();
    await world.topUp(book, 150n);
    await world.payOutside(book, 'p', [item('a', 0.1)]);
    const shadowBefore = { 'shadow:commission': 5n, 'shadow:earnings:unnamed-courier': 20n };
    expect(await world.accounts(book)).toEqual({
      clearing: 150n,
      'outside:bank': -150n,
      ...shadowBefore,
      'shadow:earnings:ref:taverna': 90n,
      'shadow:clearing': -115n,
    });

    const { claim: made, lines } = await claim('c1');
    expect(lines.map((line) => [line.partnerOrderRef, line.split, line.amount])).toEqual([
      ['a', 0, 60n],
      ['b', 0, 30n],
    ]);
    expect(made).toMatchObject({ claimRef: 'c1', linkId: shop, ordersLeft: 0 });
    expect(await world.accounts(book)).toEqual({
      clearing: 60n,
      'outside:bank': -150n,
      [`earnings:${shop}`]: 90n,
      ...shadowBefore,
      'shadow:clearing': -25n,
    });
    const order = await world.find(book, 'a');
    expect(order).toMatchObject({
      claimLinkId: shop,
      splits: [{ claimed: 60n, paidOutside: 10n }, { claimed: 0n }, { claimed: 0n }],
    });
    expect(await world.eventsOf(order)).toEqual([
      'order.created',
      'order.settled',
      'shadow_order.claimed',
      'shadow_order.paid_outside',
    ]);
    await expectBooksToHold(world.db);
  });

  it('moves exactly what its preview showed, which writes nothing', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    const before = await world.accounts(book);
    const preview = await previewClaim(keyOf(book), world.db, book, target(['b', 'a']));
    expect(preview.totals).toEqual([{ currency: 'EUR', amount: 100n, recovered: 0n, spendable: 100n, missing: 0n }]);
    expect(await world.accounts(book)).toEqual(before);
    const { lines } = await claim('c1', ['b', 'a']);
    expect(lines).toEqual(preview.lines);
    await expectBooksToHold(world.db);
  });

  it('in several currencies at once, each from its own clearing', async () => {
    await world.shadow(book, 'e', [merchant(null, 10n)]);
    await world.shadow(book, 'u', [merchant(null, 20n)], { currency: 'USD' });
    await world.settle(book);
    await world.topUp(book, 10n);
    expect(await refusal(claim('c1'))).toEqual(['insufficient_funds', 'clearing is 0.20 USD short']);
    await world.topUp(book, 20n, 'USD');
    await claim('c1');
    expect(await world.balance(book, `earnings:${shop}`, 'USD')).toBe(20n);
    expect(await world.balance(book, `earnings:${shop}`, 'EUR')).toBe(10n);
    await expectBooksToHold(world.db);
  });

  it('the same ref in the other mode is another claim', async () => {
    const live: Book = { ...book, mode: 'live' };
    await world.shadow(live, 'a', [merchant(null, 40n)]);
    await world.settle(live);
    const { id } = await world.topUp(live, 40n);
    await inTransaction(world.db, (tx) => confirmTopUp(shell, tx, world.clock, id));
    const { claim: first } = await world.claim(live, { claimRef: 'c1', linkId: shop, orderRefs: undefined });
    await settleTwo();
    await world.topUp(book, 100n);
    const own = await claim('c1');
    expect([own.replayed, own.claim.id === first.id]).toEqual([false, false]);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(100n);
    expect(await claim('c1')).toEqual({ ...own, replayed: true });
    await expectBooksToHold(world.db);
  });

  it('with short clearing names what is missing and moves nothing; the preview says so too', async () => {
    await settleTwo();
    await world.topUp(book, 99n);
    const before = await world.accounts(book);
    const [total] = (await previewClaim(keyOf(book), world.db, book, target())).totals;
    expect(total).toMatchObject({ missing: 1n, spendable: 99n });
    expect(await refusal(claim('c1'))).toEqual(['insufficient_funds', 'clearing is 0.01 EUR short']);
    expect(await world.accounts(book)).toEqual(before);
    // A refused claim stored nothing: the same ref works once there is money.
    await world.topUp(book, 1n);
    await claim('c1');
    await expectBooksToHold(world.db);
  });

  it('may not spend what waiting refunds need', async () => {
    await settleTwo();
    const paid = { totalAmount: 100n, paymentSource: 'service' } as const;
    await world.payByCard(await world.record(book, 'refunded', [partner(100n)], paid));
    await world.settle(book);
    await world.spend(book, 'commission', 100n);
    expect((await world.refund(book, 'refunded', { amount: 1n })).status).toBe('awaiting_funds');
    await world.topUp(book, 100n);
    expect(await refusal(claim('c1'))).toEqual(['insufficient_funds', 'clearing is 0.01 EUR short']);
    expect((await previewClaim(keyOf(book), world.db, book, target())).totals).toMatchObject([
      { spendable: 99n, missing: 1n },
    ]);
    await expectBooksToHold(world.db);
  });

  it('recovers what the link owes at once, as the preview says', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    await world.owe(book, shop, 40n);
    expect((await previewClaim(keyOf(book), world.db, book, target())).totals).toMatchObject([
      { amount: 100n, recovered: 40n },
    ]);
    await claim('c1');
    expect(await world.accounts(book)).toMatchObject({ clearing: 40n, [`earnings:${shop}`]: 60n });
    expect(await world.balance(book, `debt:${shop}`)).toBe(0n);
    await expectBooksToHold(world.db);
  });

  it('leaves out what refunds have taken back since', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    const [split] = (await world.find(book, 'a')).splits;
    await world.refund(book, 'a', { parties: [{ type: 'merchant', ref: split?.ref ?? null, amount: 15n }] });
    expect((await claim('c1')).lines.map((line) => line.amount)).toEqual([55n, 30n]);
    expect(await world.balance(book, 'shadow:earnings:ref:taverna')).toBe(0n);
    await expectBooksToHold(world.db);
  });
});

describe('docs/ledger.md, "What is posted": each order once', () => {
  it('a claim sent again is the first one’s answer; another request under its ref is a conflict', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    const first = await claim('c1', ['a']);
    await endLink(world.db, book.holderId, shop);
    expect(await claim('c1', ['a'])).toEqual({ ...first, replayed: true });
    expect(await refusal(claim('c1', ['b']))).toEqual(['idempotency_conflict']);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(70n);
    await expectBooksToHold(world.db);
  });

  it('orders claimed before are listed, and nothing of the rest is claimed', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    await claim('c1', ['a']);
    expect(await refusal(claim('c2', ['b', 'a']))).toEqual([
      'invalid_state',
      'partner_order_refs[1] was claimed before',
    ]);
    expect(await world.balance(book, `earnings:${shop}`)).toBe(70n);
    await claim('c3');
    expect(await refusal(claim('c4'))).toEqual(['invalid_state']);
    await expectBooksToHold(world.db);
  });

  it.each(['the same ref', 'a ref of its own'])('ten at once, each with %s: paid once', async (kind) => {
    await settleTwo();
    await world.topUp(book, 1_000n);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => claim(kind === 'the same ref' ? 'c' : `c${n}`, ['a', 'b'])),
    );
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(done.length).toBe(kind === 'the same ref' ? 10 : 1);
    expect(done.filter((one) => !one.replayed)).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_state' });
    }
    expect(await world.accounts(book)).toMatchObject({ clearing: 900n, [`earnings:${shop}`]: 100n });
    await expectBooksToHold(world.db);
  });

  it('ten at once over orders that overlap in another sequence, and over all: paid once, without a deadlock', async () => {
    await settleTwo();
    await world.topUp(book, 1_000n);
    const choices = [['a'], ['b'], ['b', 'a'], ['a', 'b'], undefined];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => claim(`c${n}`, choices[n % choices.length])),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_state' });
    }
    expect(await world.balance(book, `earnings:${shop}`)).toBe(100n);
    await expectBooksToHold(world.db);
  });

  it('against a settlement that wants the same money: one of them has it', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    await world.record(book, 'real', [merchant(shop, 100n)]);
    const [claimed] = await Promise.allSettled([claim('c1'), world.settle(book)]);
    const [status] = await world.statuses(book, 'real');
    expect([claimed.status, status]).toEqual(
      claimed.status === 'fulfilled' ? ['fulfilled', 'awaiting_funds'] : ['rejected', 'settled'],
    );
    expect(await world.accounts(book)).toMatchObject({ [`earnings:${shop}`]: 100n });
    await expectBooksToHold(world.db);
  });

  it('against payments outside: whatever was paid is not claimed, and the other way round', async () => {
    await settleTwo();
    await world.topUp(book, 1_000n);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 5 }, (_, n) => world.payOutside(book, `p${n}`, [item('a', 0.2), item('b', 0.05)])),
      claim('c1', ['a', 'b']),
      claim('c2', ['a', 'b']),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/invalid_state|validation_failed/);
    }
    const orders = [await world.find(book, 'a'), await world.find(book, 'b')];
    for (const order of orders) {
      const [split] = order.splits;
      expect(split && split.claimed + split.paidOutside).toBe(split?.amount);
    }
    expect(await world.balance(book, 'shadow:earnings:ref:taverna')).toBe(0n);
    await expectBooksToHold(world.db);
  });
});

describe('docs/contract/partner.md, "Shadow ledger": who may be paid by a claim', () => {
  it.each<[string, () => Promise<bigint>]>([
    ['a courier’s link', async () => rider],
    ['a link that has ended', async () => endLink(world.db, book.holderId, shop).then(() => shop)],
    ['another company’s link', async () => world.makeLink(await world.makeBook(), 'merchant')],
    ['no link at all', async () => 999_999_999n],
  ])('not %s', async (_name, linkOf) => {
    await settleTwo();
    await world.topUp(book, 100n);
    const linkId = await linkOf();
    const before = await world.accounts(book);
    const expected = ['unknown_beneficiary', 'beneficiary_ref is not an active merchant link of this company'];
    expect(await refusal(claim('c1', undefined, linkId))).toEqual(expected);
    expect(await refusal(previewClaim(keyOf(book), world.db, book, target(undefined, linkId)))).toEqual(expected);
    expect(await world.accounts(book)).toEqual(before);
    await expectBooksToHold(world.db);
  });

  it('not for a restaurant, an order or a mode of somebody else', async () => {
    await settleTwo();
    await world.topUp(book, 100n);
    const other = await world.makeBook();
    await world.shadow(other, 'theirs', [merchant(null, 5n)]);
    await world.settle(other);
    expect(
      await refusal(world.claim(book, { claimRef: 'c', linkId: shop, orderRefs: undefined, shadowMerchantRef: 'x' })),
    ).toEqual(['not_found']);
    expect(await refusal(claim('c', ['theirs']))).toEqual([
      'validation_failed',
      'partner_order_refs[0] is not the ref of an order',
    ]);
    const live: Book = { ...book, mode: 'live' };
    expect(await refusal(world.claim(live, { claimRef: 'c', linkId: shop, orderRefs: ['a'] }))).toEqual(['not_found']);
    await world.shadow(live, 'l', [merchant(null, 5n)]);
    expect(await refusal(world.claim(live, { claimRef: 'c', linkId: shop, orderRefs: ['a'] }))).toEqual([
      'validation_failed',
      'partner_order_refs[0] is not the ref of an order',
    ]);
    await expectBooksToHold(world.db);
  });
});

// Last: every later test in this file would prove the books over its orders as well.
it('takes the oldest 1,000 orders when none are named, and says how many are left', async () => {
  const refs = Array.from({ length: 1_003 }, (_, index) => `n${String(index).padStart(4, '0')}`);
  for (let start = 0; start < refs.length; start += 250) {
    await Promise.all(refs.slice(start, start + 250).map((ref) => world.shadow(book, ref, [merchant(null, 1n)])));
  }
  await world.settle(book);
  await world.topUp(book, 2_000n);
  const first = await claim('c1');
  expect([first.lines.length, first.claim.ordersLeft]).toEqual([1_000, 3]);
  const second = await claim('c2');
  expect([second.lines.length, second.claim.ordersLeft]).toEqual([3, 0]);
  expect(await world.balance(book, `earnings:${shop}`)).toBe(1_003n);
  expect((await claim('c1')).claim.ordersLeft).toBe(3);
  await expectBooksToHold(world.db);
});
