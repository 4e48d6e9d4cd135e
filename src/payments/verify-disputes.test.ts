/** `sluice verify` reports the row for each kind of damage to disputes, which the tests do by raw SQL. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectBooksToHold } from '../../tests/support/assert-books.ts';
import { createPostingWorld, type PostingWorld } from '../../tests/worlds/posting.ts';
import { verifyLedger } from '../ledger/verify.ts';

let world: PostingWorld;

/** Each test gets its own database, because it damages it. */
beforeEach(async () => {
  world = await createPostingWorld();
  const fee = { currency: 'USD', charged: 15n, returned: 0n };
  const dispute = await world.chargeBack(await world.paidBy('card', 1_000n), 1_000n, fee);
  await world.winDispute(dispute, { ...fee, returned: 5n });
});
afterEach(() => world.close());

async function offences(): Promise<string[]> {
  const { checks } = await verifyLedger(world.db);
  const found = checks.find(({ name }) => name.startsWith('Disputes were posted exactly once'));
  return (found?.offences ?? []).map(({ row, problem }) => `${row}: ${problem}`);
}
const damage = (statement: string) => world.database.owner.query(statement);

it('finds nothing wrong in sound books', () => expectBooksToHold(world.db));

it.each([
  ['a withdrawal that was never posted', 'update disputes set withdrawals = 2', /2 withdrawals and 1 returns of 1000/],
  ['a return that was never posted', 'update disputes set withdrawals = 2, returns = 2', /2 withdrawals and 2 returns/],
  ['another amount', 'update disputes set amount = 999', /of 999, .*posted 1000 and 1000/],
  ['a fee that is higher', 'update disputes set fee = 16', /fees of 16 and 5 returned; .*fees of 15 and 5$/],
  ['a fee that did not come back', 'update disputes set fee_returned = 6', /fees of 15 and 6 returned/],
  ['a fee in another currency', `update disputes set fee_currency = 'EUR'`, /posted 1000 and 1000, fees of 0 and 0$/],
])('%s', async (_name, statement, problem) => {
  await damage(statement);
  expect(await offences()).toEqual([expect.stringMatching(problem)]);
});

it('transfers whose dispute is gone', async () => {
  await damage('delete from disputes');
  const none = expect.stringMatching(/^transfer \d+ .* of dispute(_won)?:dp_1 from .*, which is none$/);
  const found = await offences();
  expect(found).toEqual(found.map(() => none));
  expect(found.length).toBeGreaterThanOrEqual(4);
});
