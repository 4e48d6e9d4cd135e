/** What a shop's payout says of itself and of the payments in it, and what of that only some may see. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { approvePayout, completePayout, sendPayout } from '../payouts/change-payout.ts';
import { presentPart, presentTrace } from './present-trace.ts';
import { readParts } from './read-parts.ts';
import { readTrace } from './read-trace.ts';
import type { Sight } from './sight.ts';

let world: PostingWorld;
let sight: Sight;

const all = { seesPayers: true, seesBankAccounts: true };
const none = { seesPayers: false, seesBankAccounts: false };

beforeAll(async () => {
  world = await createPostingWorld();
  sight = { ...all, as: 'payee', book: world.shop, links: new Map() };
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

it('a payout takes a part of its oldest and of its newest payment, and names who paid them', async () => {
  const payments = [await world.paidBy('card', 1_000n), await world.paidBy('card', 1_000n)];
  // Each leaves 9.00 after its fee, and the fees are taken from what came in first.
  const { id } = await world.ask(world.shop, 'wallet', 1_200n);
  const read = await readParts(world.db, sight, { kind: 'payout', id });
  const parts = (await read?.({ limit: 10 })) ?? [];
  expect(parts).toMatchObject([
    { amount: 400n, whole: 1_000n, usedBefore: 0n, paymentId: payments[1]?.id },
    { amount: 800n, whole: 1_000n, usedBefore: 200n, paymentId: payments[0]?.id },
  ]);
  const payers = (rights: typeof all) =>
    parts.map((part) => presentPart(part, { ...sight, ...rights }).payment?.payer_name);
  expect(payers(all)).toEqual([expect.any(String), expect.any(String)]);
  expect(payers(none)).toEqual([null, null]);
});

it('a payout says where it goes and when it should arrive, until it is there', async () => {
  await world.paidBy('card', 1_000n);
  const { id } = await world.ask(world.shop, 'wallet', 300n);
  const payoutOf = async (rights: typeof all) => {
    const own: Sight = { ...sight, ...rights };
    const trace = await readTrace(world.db, own, { kind: 'payout', id });
    return trace && (await presentTrace(world.db, own, trace)).payout;
  };
  const madeOf = [{ code: 'payment', count: 1 }];
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const asked = { payout_id: id, status: 'requested', expected_on: day, reason: null, ended_at: null, made_of: madeOf };
  expect(await payoutOf(all)).toEqual({ ...asked, bank_account: expect.stringMatching(/^•••• \w{4}$/) });
  expect(await payoutOf(none)).toEqual({ ...asked, bank_account: null });
  await world.run((tx) => approvePayout(shell, tx, world.clock, id));
  await world.run((tx) => sendPayout(shell, tx, world.clock, id));
  expect(await payoutOf(all)).toMatchObject({ status: 'sent', expected_on: day });
  await world.run((tx) => completePayout(shell, tx, world.clock, id));
  expect(await payoutOf(all)).toMatchObject({ status: 'completed', expected_on: null, ended_at: expect.any(String) });
});
