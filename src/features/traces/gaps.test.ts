/** A chain says what it leaves out: nothing is cut off in silence. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { readParts } from './read-parts.ts';
import { readTrace } from './read-trace.ts';
import type { Sight } from './sight.ts';

const operator: Sight = {
  seesPayers: true,
  seesBankAccounts: true,
  as: 'operator',
  book: { holderId: 1n, mode: 'test' },
};
let world: PostingWorld;
beforeEach(async () => {
  world = await createPostingWorld();
});
afterEach(() => world.close());

async function settled(ref: string): Promise<string> {
  const { id } = await world.orderOf(ref, 700n);
  await world.bring(world.company, 700n);
  await world.settle(world.company);
  return String(id);
}

/** Credits of 1 to the restaurant, with their balances, as many orders would have posted them. */
const credit = (count: number) =>
  world.database.owner.query(`
    with earnings as (select * from accounts where kind = 'earnings' and link_id = ${world.taverna}),
    posted as (
      insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind, subject_id,
        line, created_at)
      select e.holder_id, e.mode, e.currency, c.id, e.id, 1, 'settlement', 'order', (1000000 + n)::text, 0, now()
      from earnings e join accounts c on c.holder_id = e.holder_id and c.mode = e.mode and c.currency = e.currency
        and c.kind = 'clearing', generate_series(1, ${count}) n)
    update accounts set balance = balance + ${count} where id = (select id from earnings)`);

it('what became of an order, where too much has moved since', async () => {
  const id = await settled('old');
  const gapsOf = async () => [...((await readTrace(world.db, operator, { kind: 'order', id }))?.gaps ?? ['not found'])];
  expect(await gapsOf()).toEqual([]);
  await credit(5_000);
  expect(await gapsOf()).toEqual(['later_movements']);
});

it('what a payout is made of, where too much has moved since', async () => {
  await settled('old');
  const { id } = await world.payOut(world.company, `earnings:${world.taverna}`, 700n);
  await credit(5_000);
  const trace = await readTrace(world.db, operator, { kind: 'payout', id });
  expect([...(trace?.gaps ?? [])]).toEqual(['later_movements']);
  expect(trace?.checks.map(({ name }) => name)).toEqual(['payout', 'payout_sent']);
  const page = await readParts(world.db, operator, { kind: 'payout', id });
  await expect(page?.({ limit: 10 })).rejects.toMatchObject({ code: 'invalid_state' });
});

it.each([
  [9_998, []],
  [10_000, ['earlier_credits']],
])('a payout of money with %i credits behind it', async (count, gaps) => {
  await settled('old');
  await credit(count);
  const { id } = await world.payOut(world.company, `earnings:${world.taverna}`, 700n);
  const trace = await readTrace(world.db, operator, { kind: 'payout', id });
  expect([...(trace?.gaps ?? ['not found'])]).toEqual(gaps);
  expect(trace?.checks.filter(({ holds }) => !holds)).toEqual([]);
});
