/** An acquirer's payouts, posted in the service's own book. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReconciliationWorld, csvOf, type ReconciliationWorld } from '../../../tests/fixtures/reconciliation.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { type AcquirerPayout, postAcquirerPayout } from './acquirer-payout.ts';
import { listAcquirerPayouts } from './acquirer-payouts.repository.ts';
import { matchByHand } from './match-by-hand.ts';
import { findNamingLines } from './named-payouts.ts';
import { makeReport } from './report.ts';

let world: ReconciliationWorld;
beforeAll(async () => {
  world = await createReconciliationWorld();
});
afterAll(() => world.close());

let made = 0;
const payout = (changes: Partial<AcquirerPayout> = {}): AcquirerPayout => {
  made += 1;
  return {
    mode: 'test',
    source: 'card',
    currency: 'EUR',
    amount: 10_000n,
    fee: 300n,
    reference: `PO-${made}-x`,
    ...changes,
  };
};
/** Minus the balance of the outside accounts in all books: what the service should hold there. */
async function held(source: string): Promise<bigint> {
  const { rows } = await world.pool.query<{ held: bigint }>(
    `select coalesce(-sum(balance), 0)::bigint as held from accounts
     where kind = 'outside' and source = $1 and mode = 'test' and currency = 'EUR'`,
    [source],
  );
  return (rows[0] as { held: bigint }).held;
}
const transfers = async (reference: string) =>
  (
    await world.pool.query(
      `select code, amount from transfers where subject_kind = 'acquirer_payout' and subject_id = $1 order by code`,
      [`card:${reference}`],
    )
  ).rows;

describe('an acquirer pays out', () => {
  it('what is held there falls by the whole, at the bank it rises by what arrived, the fee is the service’s', async () => {
    await world.receive(10_000n, { source: 'card' });
    const before = {
      card: await held('card'),
      bank: await held('bank'),
      fees: await world.balance(serviceHolderId, 'fees'),
    };
    expect(await postAcquirerPayout(shell, world.deps, payout())).toEqual({ posted: true });
    expect({
      card: await held('card'),
      bank: await held('bank'),
      fees: await world.balance(serviceHolderId, 'fees'),
    }).toEqual({ card: before.card - 10_000n, bank: before.bank + 9_700n, fees: before.fees - 300n });
    await expectBooksToHold(world.db);
  });

  it('without a fee, one transfer', async () => {
    const free = payout({ fee: 0n });
    await postAcquirerPayout(shell, world.deps, free);
    expect(await transfers(free.reference)).toEqual([{ code: 'acquirer_payout', amount: 10_000n }]);
    await expectBooksToHold(world.db);
  });

  it('a reference is posted once, however often and at once', async () => {
    const one = payout();
    const answers = await Promise.all(Array.from({ length: 6 }, () => postAcquirerPayout(shell, world.deps, one)));
    expect(answers.filter(({ posted }) => posted)).toHaveLength(1);
    expect(await postAcquirerPayout(shell, world.deps, one)).toEqual({ posted: false });
    expect(await transfers(one.reference)).toEqual([
      { code: 'acquirer_fee', amount: 300n },
      { code: 'acquirer_payout', amount: 9_700n },
    ]);
    await expectBooksToHold(world.db);
  });

  it.each(['acquirer_payouts', 'transfers', 'audit_log'])(
    'all of it or nothing: when %s takes no row',
    async (table) => {
      const one = payout();
      const count = async () =>
        (
          await world.pool.query(
            `select (select count(*) from acquirer_payouts) + (select count(*) from transfers)
             + (select count(*) from audit_log) as n`,
          )
        ).rows[0].n;
      const before = await count();
      await world.owner.query(`alter table ${table} add constraint takes_no_row check (false) not valid`);
      try {
        await expect(postAcquirerPayout(shell, world.deps, one)).rejects.toMatchObject({ code: '23514' });
      } finally {
        await world.owner.query(`alter table ${table} drop constraint takes_no_row`);
      }
      expect(await count()).toBe(before);
      expect(await postAcquirerPayout(shell, world.deps, one)).toEqual({ posted: true });
      await expectBooksToHold(world.db);
    },
  );

  it('with other amounts it is a conflict, at once too; in another mode or source another payout', async () => {
    const one = payout();
    const others = [{ amount: 9_999n }, { fee: 299n }, { fee: 0n }, { currency: 'USD' }];
    const settled = await Promise.allSettled(
      [one, ...others.map((other) => ({ ...one, ...other }))].map((each) =>
        postAcquirerPayout(shell, world.deps, each),
      ),
    );
    expect(settled.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of settled) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'idempotency_conflict' });
    }
    expect(await postAcquirerPayout(shell, world.deps, { ...one, mode: 'live' })).toEqual({ posted: true });
    expect(await postAcquirerPayout(shell, world.deps, { ...one, source: 'onlinewallet' })).toEqual({ posted: true });
    await expectBooksToHold(world.db);
  });

  it.each<[string, Partial<AcquirerPayout>, string[]]>([
    ['from the bank to itself', { source: 'bank' }, ['source']],
    ['of nobody', { source: 'acme' }, ['source']],
    ['nothing', { amount: 0n }, ['amount', 'fee']],
    ['less than nothing', { amount: -5n, fee: -6n }, ['amount', 'fee']],
    ['more than a balance may be', { amount: 10n ** 18n + 1n }, ['amount']],
    ['all of it for the fee', { fee: 10_000n }, ['fee']],
    ['a fee below 0', { fee: -1n }, ['fee']],
    ['no reference', { reference: ' ' }, ['reference']],
    ['two lines of reference', { reference: 'a\nb' }, ['reference']],
    ['a reference without end', { reference: 'x'.repeat(201) }, ['reference']],
  ])('%s is refused, and posts nothing', async (_name, changes, fields) => {
    const wrong = payout(changes);
    await expect(postAcquirerPayout(shell, world.deps, wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      details: fields.map((field) => expect.objectContaining({ field })),
    });
    expect(await transfers(wrong.reference)).toEqual([]);
  });
});

it('the first open line that names one is found, page by page', async () => {
  await world.import(
    csvOf([
      ['1.00', 'other'],
      ['2.00', 'CARDCO Named-1/x and named-2'],
      ['3.00', 'NAMED-1/X'],
    ]),
  );
  const amounts = async (...references: string[]) =>
    [...(await findNamingLines(world.db, 'test', references, 1))].map(([of, { lineAmount }]) => [of, lineAmount]);
  expect(await amounts('NAMED-1/x', 'named-2', 'named-3', 'named-2')).toEqual([
    ['NAMED-1/x', 200n],
    ['named-2', 200n],
  ]);
  expect(await amounts('x')).toEqual([['x', 200n]]);
});

it('stands in the bank’s statement and in the acquirer’s, once in each', async () => {
  const one = payout({ amount: 7_000n, fee: 210n, reference: 'ACQ 2031-03' });
  await postAcquirerPayout(shell, world.deps, one);
  expect(await world.import(csvOf([['67.90', 'CARDCO acq 2031 03 payout']]))).toMatchObject({ matched: 1 });
  const card = { source: 'card' as const };
  const acquirer = csvOf([
    ['-67.90', 'ACQ 2031-03'],
    ['-2.10', 'fee of ACQ 2031-03'],
  ]);
  expect(await world.import(acquirer, card)).toMatchObject({ matched: 2, ambiguous: 0 });
  const { lines } = await makeReport(world.db, { source: 'card', mode: 'test' }, { from: undefined, to: undefined });
  expect(lines).toEqual([]);
  await expectBooksToHold(world.db);
});

it('two of them in one line of the bank have each arrived with what is theirs', async () => {
  const [a, b] = [payout({ amount: 3_000n, fee: 100n }), payout({ amount: 5_000n, fee: 200n })];
  for (const one of [a, b]) await postAcquirerPayout(shell, world.deps, one);
  await world.import(csvOf([['77.00', 'CARDCO both']]));
  const line = (await world.lines()).at(-1)?.id as bigint;
  const { rows } = await world.pool.query(
    `select holder_id as "holderId", id from transfers where code = 'acquirer_payout' and subject_id = any($1)`,
    [[`card:${a.reference}`, `card:${b.reference}`]],
  );
  await matchByHand(shell, world.deps, line, { transfers: rows });
  const listed = await listAcquirerPayouts(world.db, 'test', { after: undefined, limit: 2 });
  expect(listed.map((one) => [one.amount, one.lineId, one.lineAmount])).toEqual([
    [5_000n, line, 4_800n],
    [3_000n, line, 2_900n],
  ]);
  await expectBooksToHold(world.db);
});
