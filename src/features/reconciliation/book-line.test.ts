/** What the operator books for lines that no transfer explains: the line is matched, and undoing it reverses it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReconciliationWorld, csvOf, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { BookingKind } from './bookings.repository.ts';
import { rematch } from './import-statement.ts';
import { matchByHand, unmatch } from './match-by-hand.ts';
import { nameOfKey as nameOf } from './named-transfers.repository.ts';
import type { Outside } from './reconciliation.repository.ts';
import { makeReport } from './report.ts';

let world: ReconciliationWorld;
const bank: Outside = { source: 'bank', mode: 'test' };
const always = { from: undefined, to: undefined };

beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

async function serviceBalances(): Promise<{ fees: bigint; suspense: bigint }> {
  const at = (name: string) => world.balance(serviceHolderId, name);
  return { fees: (await at('fees')) ?? 0n, suspense: (await at('suspense')) ?? 0n };
}

/** The lines of the last file. */
async function linesOf(text: string): Promise<bigint[]> {
  const known = (await world.lines()).length;
  await world.import(text);
  return (await world.lines()).slice(known).map(({ id }) => id);
}

it('a charge, interest, a rounding difference and money set aside are booked, and the difference reaches zero', async () => {
  const { key } = await world.receive(10_000n);
  const [paid, charge, interest, unknown] = (await linesOf(
    csvOf([
      ['98.50', 'less the charge'],
      ['-7.77', 'Kontoführung'],
      ['1.20', 'Zinsen'],
      ['500.00', 'Nobody knows'],
    ]),
  )) as [bigint, bigint, bigint, bigint];
  const book = (id: bigint, kind: BookingKind, reason: string | null = null) =>
    matchByHand(shell, world.deps, id, { transfers: [], difference: { kind, reason } });
  await expect(book(unknown, 'set_aside')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(book(unknown, 'set_aside', ' ')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(book(interest, 'rounding')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(matchByHand(shell, world.deps, charge, { transfers: [] })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  const before = await serviceBalances();

  const together = { transfers: [key], difference: { kind: 'bank_charge', reason: null } } as const;
  await matchByHand(shell, world.deps, paid, together);
  await matchByHand(shell, world.deps, paid, together);
  await book(charge, 'bank_charge');
  await expect(book(charge, 'bank_charge')).rejects.toMatchObject({ code: 'invalid_state' });
  await book(interest, 'bank_interest');
  await book(unknown, 'set_aside', 'No reference; asked the sender’s bank');
  expect(await serviceBalances()).toEqual({
    fees: before.fees - 150n - 777n + 120n,
    suspense: before.suspense + 50_000n,
  });
  const { lines, transfers, totals } = await makeReport(world.db, bank, always);
  expect([lines, transfers]).toEqual([[], []]);
  expect(totals).toMatchObject([{ currency: 'EUR', difference: 0n }]);
  expect(await rematch(shell, world.deps, bank)).toEqual({ matched: 0, ambiguous: 0 });
  await expectBooksToHold(world.db);

  // Undone, everything is as it was; booked again, it is booked once.
  await unmatch(shell, world.deps, unknown);
  await unmatch(shell, world.deps, paid);
  expect(await serviceBalances()).toEqual({ fees: before.fees - 777n + 120n, suspense: before.suspense });
  const open = await makeReport(world.db, bank, always);
  expect(open.lines.map(({ id, matchedAmount }) => [id, matchedAmount])).toEqual([
    [paid, 0n],
    [unknown, 0n],
  ]);
  expect(open.transfers.map(nameOf)).toEqual([nameOf(key)]);
  await book(unknown, 'set_aside', 'Still unknown');
  expect((await serviceBalances()).suspense).toBe(before.suspense + 50_000n);
  await expectBooksToHold(world.db);
});

it('two people book one line at once: it is booked once', async () => {
  const [id = 0n] = await linesOf(csvOf([['-3.00', 'Entgelt']]));
  const before = await serviceBalances();
  const difference = { kind: 'bank_charge', reason: null } as const;
  const tries = Array.from({ length: 4 }, () => matchByHand(shell, world.deps, id, { transfers: [], difference }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of outcomes)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_state' });
  expect((await serviceBalances()).fees).toBe(before.fees - 300n);
  await expectBooksToHold(world.db);
});
