/** A month of an account, of transfers whose times are in another order than their ids. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bringIn, drawOut } from '../../../../tests/fixtures/money.ts';
import { expectBooksToHold } from '../../../../tests/support/assert-books.ts';
import { accountAt } from '../../../../tests/support/ledger-names.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { inTransaction } from '../../../base/database/transaction.ts';
import { ledgerAccount } from '../../../core/ledger/accounts.ts';
import { type AccountMonth, listAccountMovements, sumAccounts } from './statements.repository.ts';

const book = { holderId: 101n, mode: 'test' } as const;
const commission = accountAt({ ...book, currency: 'EUR' }, 'commission');
const march = { from: new Date('2031-03-01'), to: new Date('2031-04-01') };
/** In the order in which they are posted. */
const posted: readonly [amount: bigint, at: string][] = [
  [1_000n, '2031-02-10'],
  [300n, '2031-03-01'],
  [50n, '2031-02-28T23:59:59.999Z'],
  [-20n, '2031-03-02'],
  [7n, '2031-04-01'],
  [-3n, '2031-02-11'],
  [600n, '2031-03-31T23:59:59.999Z'],
  [-5n, '2031-04-02'],
  [80n, '2031-03-15'],
  [9n, '2031-05-01'],
];
const within = [300n, -20n, 600n, 80n];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const [amount, at] of posted) {
    await inTransaction(database.db, (tx) =>
      amount > 0n ? bringIn(tx, commission, amount, new Date(at)) : drawOut(tx, commission, -amount, new Date(at)),
    );
  }
});
afterAll(async () => {
  await expectBooksToHold(database.db);
  await database.drop();
});

const sum = async (span = march): Promise<AccountMonth> => {
  const [month] = await sumAccounts(database.db, book, [ledgerAccount.commission], span);
  if (month === undefined) throw new Error('no account');
  return month;
};
const list = async (afterId = 0n, limit = 100) =>
  listAccountMovements(database.db, book.holderId, await sum(), march, afterId, limit);

it('begins with what was before, whenever that was posted', async () => {
  expect(await sum()).toMatchObject({
    opening: 1_047n,
    credits: 980n,
    debits: 20n,
    closing: 2_007n,
    movements: 4n,
  });
  expect(await sum({ from: new Date('2030-01-01'), to: new Date('2031-02-01') })).toMatchObject({
    opening: 0n,
    closing: 0n,
    movements: 0n,
  });
});

it('has its movements in the order in which they were posted, each on one page', async () => {
  expect((await list()).map(({ amount }) => amount)).toEqual(within);
  const pages: bigint[][] = [];
  let afterId = 0n;
  for (let page = await list(0n, 3); page.length > 0; page = await list(afterId, 3)) {
    pages.push(page.map(({ amount }) => amount));
    afterId = page.at(-1)?.transferId as bigint;
  }
  expect(pages).toEqual([within.slice(0, 3), within.slice(3)]);
});
