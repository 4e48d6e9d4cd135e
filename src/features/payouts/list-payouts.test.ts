/** What the operator's list of payouts shows. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bookOf, createPayoutWorld, type PayoutWorld } from '../../../tests/fixtures/payouts.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { listPayouts } from './payouts.repository.ts';

let world: PayoutWorld;

beforeAll(async () => {
  world = await createPayoutWorld();
});
afterEach(() => expectBooksToHold(world.db));
afterAll(() => world.close());

it('payouts of all books with their owners, oldest first, of one state or mode or all, up to a limit', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const book = bookOf(await world.makeMerchant());
    await world.addBank(book.holderId);
    await world.fund(book, 'wallet', 1_000n);
    ids.push((await world.ask(book, { amount: 500n })).id);
  }
  const listed = async (filter: Omit<Parameters<typeof listPayouts>[1], 'limit'>, limit = 10) =>
    (await listPayouts(world.db, { ...filter, limit })).map(({ id }) => id);
  expect(await listed({})).toEqual(ids);
  expect(await listed({}, 1)).toEqual(ids.slice(0, 1));
  expect(await listed({ status: 'requested' })).toEqual(ids);
  expect(await listed({ status: 'sent' })).toEqual([]);
  const modes = [await listed({ mode: 'test' }), await listed({ mode: 'live' })];
  expect(modes.toSorted((a, b) => b.length - a.length)).toEqual([ids, []]);
  const [first] = await listPayouts(world.db, { limit: 1 });
  expect(first?.owner).toBe('A merchant');
});
