/** The ledger compared with a small in-memory model, and under concurrent posting. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftWithRow, makeOwner } from '../../../tests/fixtures/money.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type AccountRef, accountKey } from './accounts.ts';
import { findBalance } from './ledger.repository.ts';
import { post } from './post.ts';
import type { TransferDraft } from './transfer.ts';

const at = new Date('2031-03-01T12:00:00Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * Balances that may not go below zero, except for accounts without a floor. A posting is applied whole or not at all.
 */
function createModel() {
  const balances = new Map<string, bigint>();
  const bottomless = /\/outside:[a-z]+$/;
  return {
    balances,
    post(drafts: readonly TransferDraft[]): boolean {
      const after = new Map(balances);
      for (const { from, to, amount } of drafts) {
        after.set(accountKey(from), (after.get(accountKey(from)) ?? 0n) - amount);
        after.set(accountKey(to), (after.get(accountKey(to)) ?? 0n) + amount);
      }
      for (const [key, balance] of after) if (balance < 0n && !bottomless.test(key)) return false;
      for (const [key, balance] of after) balances.set(key, balance);
      return true;
    },
  };
}

/** Each kind of transfer that one row asks for. */
const routes: [from: string, to: string][] = [
  ['outside:bank', 'clearing'],
  ['outside:bank', 'clearing'],
  ['outside:card', 'wallet'],
  ['outside:onlinewallet', 'wallet'],
  ['clearing', 'earnings:7'],
  ['clearing', 'earnings:8'],
  ['clearing', 'commission'],
  ['commission', 'clearing'],
  ['clearing', 'payouts:pending'],
  ['wallet', 'payouts:pending'],
  ['earnings:7', 'payouts:pending'],
];
type Step = { holder: number; currency: string; route: [from: string, to: string]; amount: number };
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  holder: fc.integer({ min: 0, max: 2 }),
  currency: fc.constantFrom('EUR', 'JPY'),
  route: fc.constantFrom(...routes),
  amount: fc.integer({ min: 1, max: 50 }),
});

let books = 1_000n;

/** The transfers of some steps, with the rows that they belong to. */
async function draftsOf(tx: Tx, steps: readonly Step[], firstHolder: bigint): Promise<TransferDraft[]> {
  const drafts: TransferDraft[] = [];
  for (const { holder, currency, route, amount } of steps) {
    const where = { holderId: firstHolder + BigInt(holder), mode: 'test', currency } as const;
    const [from, to] = route.map((name) => accountAt(where, name)) as [AccountRef, AccountRef];
    drafts.push(await draftWithRow(tx, from, to, BigInt(amount), at));
  }
  return drafts;
}

/** @returns what was posted, or would have been, and whether it was. */
async function tryPost(steps: readonly Step[], firstHolder: bigint, onAttempt: () => void = () => {}) {
  let drafts: TransferDraft[] = [];
  try {
    await inTransaction(database.db, async (tx) => {
      onAttempt();
      drafts = await draftsOf(tx, steps, firstHolder);
      await post(tx, drafts, at);
    });
    return { drafts, done: true };
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_funds') return { drafts, done: false };
    throw error;
  }
}

it('any sequence of postings leaves the balances that the model has, and refuses what it refuses', async () => {
  const postings = fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(postings, async (all) => {
      books += 10n;
      const model = createModel();
      for (const steps of all) {
        const { drafts, done } = await tryPost(steps, books);
        expect(done).toBe(model.post(drafts));
      }
      for (const [key, balance] of model.balances) {
        const [holderId, , currency, name] = key.split('/') as [string, string, string, string];
        const ref = accountAt({ holderId: BigInt(holderId), mode: 'test', currency }, name);
        expect(await findBalance(database.db, ref)).toBe(balance);
      }
    }),
    { numRuns: 40 },
  );
  await expectBooksToHold(database.db);
});

it('16 at a time over the same accounts of several books: no deadlock, no lost update', async () => {
  books += 10n;
  const first = books;
  // Two postings that each make what the other needs would wait for each other, and not for the accounts.
  await inTransaction(database.db, async (tx) => {
    for (const holder of [0n, 1n, 2n]) await makeOwner(tx, first + holder);
  });
  const steps = fc.sample(stepArbitrary, { numRuns: 600, seed: 20_310_301 });
  const groups = Array.from({ length: 200 }, (_, index) => steps.slice(index * 3, index * 3 + 3));
  let attempts = 0;
  const posted: TransferDraft[] = [];
  async function work(): Promise<void> {
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      const count = () => {
        attempts += 1;
      };
      const { drafts, done } = await tryPost(group, first, count);
      if (done) posted.push(...drafts);
    }
  }
  await Promise.all(Array.from({ length: 16 }, work));

  // A deadlock would have caused a retry, so more attempts.
  expect(attempts).toBe(200);
  expect(posted.length).toBeGreaterThan(100);
  const sums = new Map<string, bigint>();
  for (const { from, to, amount } of posted) {
    sums.set(accountKey(from), (sums.get(accountKey(from)) ?? 0n) - amount);
    sums.set(accountKey(to), (sums.get(accountKey(to)) ?? 0n) + amount);
  }
  for (const { from, to } of posted) {
    for (const ref of [from, to]) expect(await findBalance(database.db, ref)).toBe(sums.get(accountKey(ref)));
  }
  await expectBooksToHold(database.db);
});
