/** Orders with extreme amounts fail no run and affect no other order. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courier, merchant } from '../../../tests/fixtures/order-values.ts';
import { createSettlementWorld, type SettlementWorld } from '../../../tests/fixtures/settlements.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import type { Book } from '../../core/ledger/accounts.ts';

let world: SettlementWorld;
let book: Book;
let shop: bigint;

beforeAll(async () => {
  world = await createSettlementWorld();
});
beforeEach(async () => {
  book = await world.makeBook();
  shop = await world.makeLink(book, 'merchant');
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

/** The largest order in a currency with three decimals: about 2 × 10^17 minor units. */
const hugeSplits = () => Array.from({ length: 200 }, () => merchant(shop, 999_999_999_999_999n));
const kwd = { currency: 'KWD', totalAmount: 999_999_999_999_999n };

describe('huge orders', () => {
  it('that wait for funds together ask for more than a bigint holds: the run ends and tells what is missing', async () => {
    for (let n = 0; n < 50; n += 1) await world.record(book, `huge-${n}`, hugeSplits(), kwd);
    expect(await world.settle(book)).toMatchObject({ status: 'done', ordersAwaitingFunds: 50 });
    const { rows } = await world.database.pool.query(
      `select data -> 'missing_amount' #>> '{}' as missing from events where type = 'shortfall.detected' and holder_id = $1`,
      [book.holderId],
    );
    expect(rows).toEqual([{ missing: '9999999999999990' }]);
  });

  it('of the shadow ledger that would bring a balance beyond its limit wait on hold; the others settle', async () => {
    const shadow = { ...kwd, isShadow: true, shadowMerchantRef: 'taverna' };
    const refs = ['0', '1', '2', '3', '4', '5'];
    for (const ref of refs) await world.record(book, ref, hugeSplits(), shadow);
    await world.record(book, 'small', [courier(null, 1n)], shadow);
    expect(await world.settle(book)).toMatchObject({ status: 'done', ordersSettled: 6, ordersOnHold: 1 });
    expect(await world.statuses(book, ...refs, 'small')).toEqual([...Array(5).fill('settled'), 'on_hold', 'settled']);
    expect(await world.find(book, '5')).toMatchObject({ holdReason: 'balance_limit' });
  });
});
