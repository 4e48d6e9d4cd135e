/**
 * docs/ledger.md, "What is posted", row by row, after what-is-posted-customers.test.ts: the shadow ledger. Every
 * account of every book, before and after.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { item } from '../fixtures/shadow.ts';
import { expectBooksToHold } from '../support/assert-books.ts';

let world: PostingWorld;

beforeEach(async () => {
  world = await createPostingWorld();
  expect(await world.books()).toEqual({});
});
afterEach(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const books = () => world.books();

/** A shadow order of 1,000 in the shadow ledger, as it stands once settled. */
const settledShadow = {
  'shadow:clearing': -1_000n,
  'shadow:earnings:ref:taverna': 700n,
  'shadow:earnings:courier:rider': 200n,
  'shadow:commission': 100n,
};
async function settleShadow(): Promise<void> {
  await world.shadowOrder('s');
  expect((await books()).company?.['shadow:clearing']).toBeUndefined();
  await world.settle(world.company);
  expect((await books()).company).toMatchObject(settledShadow);
}
const claim = () =>
  world.claim(world.company, { claimRef: 'c', linkId: world.taverna, orderRefs: ['s'], shadowMerchantRef: 'taverna' });

describe('shadow order settled', () => {
  it('the same shape among `shadow:*` accounts only; no real account moves', async () => {
    await settleShadow();
    expect(await books()).toEqual({ company: settledShadow });
  });

  it('refunded: backwards', async () => {
    await settleShadow();
    await world.refund(world.company, 's', { amount: 500n });
    expect(await books()).toEqual({
      company: {
        'shadow:clearing': -500n,
        'shadow:earnings:ref:taverna': 350n,
        'shadow:earnings:courier:rider': 100n,
        'shadow:commission': 50n,
      },
    });
  });

  it('canceled: backwards', async () => {
    await settleShadow();
    await world.cancel(world.company, 's');
    expect(await books()).toEqual({});
  });

  it('as far as each balance goes, and nobody owes the rest', async () => {
    await settleShadow();
    await world.payOutside(world.company, 'p', [item('s', 6)]);
    expect(await books()).toEqual({
      company: { ...settledShadow, 'shadow:clearing': -400n, 'shadow:earnings:ref:taverna': 100n },
    });
    await world.refund(world.company, 's');
    expect(await books()).toEqual({});
  });

  it('a claimed share like a settled order: `earnings → clearing`, and what is missing a memo', async () => {
    await world.topUp(world.company, 700n);
    await settleShadow();
    await claim();
    const rest = { 'shadow:clearing': -300n, 'shadow:earnings:courier:rider': 200n, 'shadow:commission': 100n };
    expect(await books()).toEqual({ company: { ...rest, 'outside:bank': -700n, 'earnings:taverna': 700n } });
    await world.payOut(world.company, `earnings:${world.taverna}`, 600n);
    await world.refund(world.company, 's');
    expect(await books()).toEqual({
      company: { 'outside:bank': -100n, clearing: 100n, 'debt:taverna': 600n, debts: -600n },
    });
  });

  it('source `service`: the customer’s leg, `clearing → outside:<source>`', async () => {
    const order = await world.shadowOrder('s', { paymentSource: 'service' });
    await world.payByCard(order);
    await world.settle(world.company);
    const paid = { 'outside:card': -1_000n, clearing: 1_000n };
    expect(await books()).toEqual({ company: { ...settledShadow, ...paid } });
    await world.refund(world.company, 's', { amount: 500n });
    expect(await books()).toEqual({
      company: {
        'outside:card': -500n,
        clearing: 500n,
        'shadow:clearing': -500n,
        'shadow:earnings:ref:taverna': 350n,
        'shadow:earnings:courier:rider': 100n,
        'shadow:commission': 50n,
      },
    });
  });
});

describe('restaurant or courier of a shadow order paid outside the service', () => {
  it('`shadow:earnings → shadow:clearing` (`paid_outside`), per named order', async () => {
    await settleShadow();
    await world.payOutside(world.company, 'p', [item('s', 3), item('s', 0.5, 'courier')]);
    expect(await books()).toEqual({
      company: {
        'shadow:clearing': -650n,
        'shadow:earnings:ref:taverna': 400n,
        'shadow:earnings:courier:rider': 150n,
        'shadow:commission': 100n,
      },
    });
  });
});

describe('shadow claim', () => {
  it('`clearing → earnings` and the shadow earnings backwards: what is left, each order once', async () => {
    await world.topUp(world.company, 1_000n);
    await settleShadow();
    await world.payOutside(world.company, 'p', [item('s', 3)]);
    const before = { ...settledShadow, 'shadow:clearing': -700n, 'shadow:earnings:ref:taverna': 400n };
    expect(await books()).toEqual({ company: { ...before, 'outside:bank': -1_000n, clearing: 1_000n } });
    await claim();
    const after = {
      'outside:bank': -1_000n,
      clearing: 600n,
      'earnings:taverna': 400n,
      'shadow:clearing': -300n,
      'shadow:earnings:courier:rider': 200n,
      'shadow:commission': 100n,
    };
    expect(await books()).toEqual({ company: after });
    await expect(
      world.claim(world.company, { claimRef: 'again', linkId: world.taverna, orderRefs: ['s'] }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await books()).toEqual({ company: after });
  });

  it('what the restaurant owes the company is recovered from it', async () => {
    await world.topUp(world.company, 1_000n);
    await world.orderOf('a', 1_000n);
    await world.settle(world.company);
    await world.payOut(world.company, `earnings:${world.taverna}`, 1_000n);
    await world.refund(world.company, 'a', { amount: 500n });
    await world.topUp(world.company, 700n);
    await settleShadow();
    const owing = { 'debt:taverna': 500n, debts: -500n };
    expect(await books()).toEqual({ company: { ...settledShadow, ...owing, 'outside:bank': -700n, clearing: 700n } });
    await claim();
    expect(await books()).toEqual({
      company: {
        'outside:bank': -700n,
        clearing: 500n,
        'earnings:taverna': 200n,
        'shadow:clearing': -300n,
        'shadow:earnings:courier:rider': 200n,
        'shadow:commission': 100n,
      },
    });
  });
});
