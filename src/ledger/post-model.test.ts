/** The ledger compared with a small in-memory model, and under concurrent posting. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectBooksToHold } from '../../tests/support/assert-books.ts';
import { accountAt } from '../../tests/support/ledger-names.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { inTransaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { type AccountRef, accountKey } from './accounts.ts';
import { findBalance } from './ledger.repository.ts';
import { post } from './post.ts';
import { subjectOf } from './subject.ts';
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
  const bottomless = /\/(outside:bank|outside:card|fees)$/;
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

const purposes = ['clearing', 'commission', 'wallet', 'earnings:7', 'fees', 'outside:card', 'outside:bank'];
type Step = { holder: number; currency: string; from: string; to: string; amount: number };
const stepArbitrary: fc.Arbitrary<Step> = fc
  .record({
    holder: fc.integer({ min: 0, max: 2 }),
    currency: fc.constantFrom('EUR', 'JPY'),
    from: fc.constantFrom(...purposes, 'outside:bank', 'outside:bank'),
    to: fc.constantFrom(...purposes),
    amount: fc.integer({ min: 1, max: 50 }),
  })
  .filter((step) => step.from !== step.to);

let books = 1_000n;
let subjects = 0;

function draftOf(step: Step, firstHolder: bigint): TransferDraft {
  const { currency } = step;
  const where = { holderId: firstHolder + BigInt(step.holder), mode: 'test', currency } as const;
  const ref = (name: string): AccountRef => accountAt(where, name);
  subjects += 1;
  const amount = BigInt(step.amount);
  return {
    from: ref(step.from),
    to: ref(step.to),
    amount,
    code: 'reversal',
    subject: subjectOf.transfer(`test-${subjects}`),
    line: 0,
  };
}

const tryPost = async (drafts: readonly TransferDraft[]): Promise<boolean> => {
  try {
    await inTransaction(database.db, (tx) => post(tx, drafts, at));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_funds') return false;
    throw error;
  }
};

it('any sequence of postings leaves the balances that the model has, and refuses what it refuses', async () => {
  const postings = fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(postings, async (all) => {
      books += 10n;
      const model = createModel();
      for (const steps of all) {
        const drafts = steps.map((step) => draftOf(step, books));
        expect(await tryPost(drafts)).toBe(model.post(drafts));
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
  const steps = fc.sample(stepArbitrary, { numRuns: 600, seed: 20_310_301 });
  const groups = Array.from({ length: 200 }, (_, index) => steps.slice(index * 3, index * 3 + 3));
  let attempts = 0;
  const posted: TransferDraft[] = [];
  async function work(): Promise<void> {
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      const drafts = group.map((step) => draftOf(step, first));
      try {
        await inTransaction(database.db, (tx) => {
          attempts += 1;
          return post(tx, drafts, at);
        });
        posted.push(...drafts);
      } catch (error) {
        expect(error).toMatchObject({ code: 'insufficient_funds' });
      }
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
