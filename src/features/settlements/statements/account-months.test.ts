/** Months that are kept say at every reading what the transfers say at that instant, whoever posts, and when. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bringIn, drawOut } from '../../../../tests/fixtures/money.ts';
import { expectBooksToHold } from '../../../../tests/support/assert-books.ts';
import { makeCompany } from '../../../../tests/support/holders.ts';
import { accountAt } from '../../../../tests/support/ledger-names.ts';
import { hold } from '../../../../tests/support/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { inTransaction, type Tx } from '../../../base/database/transaction.ts';
import { type AccountRef, type Book, ledgerAccount } from '../../../core/ledger/accounts.ts';
import { addMonths, createAccountMonths, isComplete, type ReadAccountMonths } from './account-months.ts';
import { type Month, readMonth } from './month.ts';
import { type AccountMonth, sumAccounts } from './statements.repository.ts';

const own = [ledgerAccount.commission, ledgerAccount.clearing];
const march = { from: new Date('2031-03-01'), to: new Date('2031-04-01') };

let database: TestDatabase;
let book: Book;
let read: ReadAccountMonths;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  book = { holderId: await makeCompany(database.db), mode: 'test' };
  read = createAccountMonths(database.db);
});

const commissionOf = (where: Book, currency = 'EUR'): AccountRef => accountAt({ ...where, currency }, 'commission');
const earn = (tx: Tx, amount: bigint, at = '2031-03-10', to = commissionOf(book)) =>
  bringIn(tx, to, amount, new Date(at));
const post = (amount: bigint, at?: string, to?: AccountRef) =>
  inTransaction(database.db, (tx) => earn(tx, amount, at, to));
const fresh = (where = book, month = march) => sumAccounts(database.db, where, own, month);
const commission = async (by = read, where = book) =>
  (await by(where, own, march)).find(({ kind }) => kind === 'commission');

const empty = {
  ...{ accountId: 1n, currency: 'EUR', ...ledgerAccount.commission },
  ...{ opening: 0n, credits: 0n, debits: 0n, closing: 0n, movements: 0n, firstId: 0n, lastId: 0n },
  ...{ later: 0n, newestId: 0n, balance: 0n },
};
const month = (changes: Partial<AccountMonth>) => ({ ...empty, ...changes }) as AccountMonth;

describe('what was posted since is added', () => {
  const known = month({
    ...{ opening: 5n, credits: 30n, debits: 10n, closing: 25n, movements: 4n, firstId: 3n, lastId: 8n },
    ...{ later: -2n, newestId: 9n, balance: 23n },
  });
  it.each<[what: string, since: Partial<AccountMonth>, sum: Partial<AccountMonth>]>([
    ['nothing', { newestId: 9n, balance: 23n }, {}],
    [
      'in the month',
      { credits: 7n, debits: 1n, closing: 6n, movements: 2n, firstId: 11n, lastId: 12n, newestId: 12n, balance: 29n },
      { credits: 37n, debits: 11n, closing: 31n, movements: 6n, lastId: 12n, newestId: 12n, balance: 29n },
    ],
    [
      'dated before it',
      { opening: 4n, closing: 4n, newestId: 10n, balance: 27n },
      { opening: 9n, closing: 29n, newestId: 10n, balance: 27n },
    ],
    ['dated after it', { later: 9n, newestId: 10n, balance: 32n }, { later: 7n, newestId: 10n, balance: 32n }],
  ])('%s', (_what, since, sum) => {
    expect(addMonths([known], [month(since)])).toEqual([{ ...known, ...sum }]);
  });

  it('to a month that had no movement', () => {
    const before = month({ opening: 5n, closing: 5n, newestId: 2n, balance: 5n });
    const since = { credits: 1n, closing: 1n, movements: 1n, firstId: 4n, lastId: 4n, newestId: 4n, balance: 6n };
    expect(addMonths([before], [month(since)])).toEqual([month({ ...since, opening: 5n, closing: 6n })]);
  });

  it('and an account opened since is there', () => {
    const other = month({ accountId: 2n, credits: 1n, closing: 1n, balance: 1n });
    const unchanged = month({ newestId: 9n, balance: 23n });
    expect(addMonths([known], [unchanged, other])).toEqual([known, other]);
  });
});

it.each<[Partial<AccountMonth>, boolean]>([
  [{ closing: 25n, later: -2n, balance: 23n }, true],
  [{ closing: 25n, later: 0n, balance: 25n }, true],
  [{ closing: 25n, later: -2n, balance: 22n }, false],
  [{ closing: 25n, later: -2n, balance: 25n }, false],
])('%o is complete: %s', (changes, complete) => {
  expect(isComplete(month(changes))).toBe(complete);
});

describe('a month that is kept', () => {
  it('is not summed again, and has what was posted since', async () => {
    await post(100n);
    await post(50n);
    const before = await read(book, own, march);
    // What the service may not do, so that what is summed again shows.
    await redate(100n, '2031-02-10');
    expect(await read(book, own, march)).toEqual(before);
    await post(7n);
    expect(await commission()).toMatchObject({ opening: 0n, credits: 157n, movements: 3n });
    expect(await commission(createAccountMonths(database.db))).toMatchObject({ opening: 100n, credits: 57n });
    await redate(100n, '2031-03-10');
    await expectBooksToHold(database.db);
  });

  it('makes room for those read later', async () => {
    const february = { from: new Date('2031-02-01'), to: march.from };
    const few = createAccountMonths(database.db, 2);
    await post(100n);
    await few(book, own, march);
    await few(book, own, february);
    await few(book, own, march);
    await few(book, own, { from: march.to, to: new Date('2031-05-01') });
    await redate(100n, '2031-02-10');
    expect((await few(book, own, march))[1]).toMatchObject({ opening: 0n, credits: 100n });
    expect((await few(book, own, february))[1]).toMatchObject({ credits: 100n });
    await redate(100n, '2031-03-10');
    await expectBooksToHold(database.db);
  });

  it('has what is dated in it long after it ended, or before it began', async () => {
    await post(100n, '2031-04-20');
    await read(book, own, march);
    for (const at of ['2031-02-01', '2031-03-01', '2031-03-31T23:59:59.999Z', '2031-04-01']) await post(10n, at);
    expect(await commission()).toMatchObject({ opening: 10n, credits: 20n, closing: 30n, movements: 2n });
    expect(await read(book, own, march)).toEqual(await fresh());
    await expectBooksToHold(database.db);
  });

  it('has an account that was opened since', async () => {
    await post(100n);
    await read(book, own, march);
    await post(30n, '2031-03-11', commissionOf(book, 'USD'));
    const months = await read(book, own, march);
    expect(months.map(({ currency, kind, closing }) => [currency, kind, closing])).toEqual([
      ['EUR', 'clearing', 0n],
      ['EUR', 'commission', 100n],
      ['USD', 'clearing', 0n],
      ['USD', 'commission', 30n],
    ]);
    expect(months).toEqual(await fresh());
    await expectBooksToHold(database.db);
  });

  it('shares nothing with the other mode or another company', async () => {
    const others: Book[] = [
      { ...book, mode: 'live' },
      { holderId: await makeCompany(database.db), mode: 'test' },
    ];
    await post(1n);
    for (const [index, other] of others.entries())
      await post(BigInt(10 * (index + 1)), '2031-03-11', commissionOf(other));
    for (let reading = 0; reading < 2; reading += 1) {
      expect((await commission())?.closing).toBe(1n);
      expect((await commission(read, others[0]))?.closing).toBe(10n);
      expect((await commission(read, others[1]))?.closing).toBe(20n);
    }
    await expectBooksToHold(database.db);
  });

  it.each([
    ['ends at other midnights', '2031-03', 'Europe/London'],
    ['begins at other midnights', '2031-10', 'Europe/London'],
    ['is in another zone', '2031-03', 'Asia/Kathmandu'],
  ])('is another month where it %s', async (_what, name, zone) => {
    const [inUtc, there] = ['UTC', zone].map((timeZone) => {
      const found = readMonth(name, timeZone);
      if (!found.ok) throw new Error('no month');
      return found.month;
    }) as [Month, Month];
    for (const at of [inUtc.from, inUtc.to].map((edge) => edge.getTime())) {
      for (const minutes of [-30, 30]) await post(1n, new Date(at + minutes * 60_000).toISOString());
    }
    for (let reading = 0; reading < 2; reading += 1) {
      for (const asked of [inUtc, there]) expect(await read(book, own, asked)).toEqual(await fresh(book, asked));
    }
    expect(await fresh(book, there)).not.toEqual(await fresh(book, inUtc));
    await expectBooksToHold(database.db);
  });
});

describe('nothing is missed', () => {
  it('of a transaction that commits late: who posts to the account waits for it', async () => {
    await post(100n);
    await read(book, own, march);
    const late = await hold(database.db, database.pool, (tx) => earn(tx, 20n));
    const after = post(3n, '2031-03-12');
    await late.awaitedBy(after);
    expect((await commission())?.closing).toBe(100n);
    await late.commit();
    await after;
    expect((await commission())?.closing).toBe(123n);
    expect(await read(book, own, march)).toEqual(await fresh());
    await expectBooksToHold(database.db);
  });

  it('in a process that did not post it', async () => {
    const elsewhere = createAccountMonths(database.db);
    for (const amount of [100n, 20n, 3n]) {
      await post(amount);
      expect(await elsewhere(book, own, march)).toEqual(await fresh());
    }
    await post(7n);
    expect(await read(book, own, march)).toEqual(await fresh());
    expect(await elsewhere(book, own, march)).toEqual(await fresh());
    await expectBooksToHold(database.db);
  });

  it('even where a lower id comes later, which the balance tells', async () => {
    const { rows } = await database.owner.query<{ id: bigint }>(`select nextval('transfers_id_seq') as id`);
    await post(100n);
    await read(book, own, march);
    await post(7n);
    await database.owner.query(
      `update transfers set id = $1 where holder_id = $2 and amount = 7 and code = 'settlement'`,
      [rows[0]?.id, book.holderId],
    );
    expect(await commission()).toMatchObject({ closing: 107n, movements: 2n, firstId: rows[0]?.id });
    await post(1n);
    expect(await read(book, own, march)).toEqual(await fresh());
    await expectBooksToHold(database.db);
  });

  it('when transfers that were read are lost, as after a standby took over that lacked them', async () => {
    await post(100n);
    await post(20n);
    const before = await stateOfBook();
    await post(7n);
    expect((await commission())?.closing).toBe(127n);
    await before.restore();
    expect((await commission())?.closing).toBe(120n);
    await post(3n);
    expect(await read(book, own, march)).toEqual(await fresh());
    await expectBooksToHold(database.db);
  });

  it('and a balance that transfers don’t make is neither shown nor relied on', async () => {
    await post(100n);
    await database.owner.query(`update accounts set balance = balance + 1 where holder_id = $1`, [book.holderId]);
    for (const amount of [1n, 2n]) {
      await post(amount);
      expect(await read(book, own, march)).toEqual(await fresh());
    }
    expect((await commission())?.closing).toBe(103n);
    await database.owner.query(`update accounts set balance = balance - 1 where holder_id = $1`, [book.holderId]);
    await expectBooksToHold(database.db);
  });
});

it('whatever is posted, at whatever time, in whatever order it is read', async () => {
  const at = fc
    .date({ min: new Date('2031-01-20'), max: new Date('2031-04-10'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const step = fc.oneof(
    fc.record({ post: fc.bigInt({ min: 1n, max: 1_000n }), at, mode: fc.constantFrom<Book['mode']>('test', 'live') }),
    fc.record({ draw: fc.bigInt({ min: 1n, max: 50n }), at }),
    fc.record({ read: fc.constantFrom(1, 2, 3, 4), by: fc.constantFrom(0, 1) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      book = { holderId: await makeCompany(database.db), mode: 'test' };
      const readers = [createAccountMonths(database.db), createAccountMonths(database.db, 2)];
      await post(10_000n, '2031-01-15');
      for (const one of steps) {
        if ('post' in one) await post(one.post, one.at, commissionOf({ ...book, mode: one.mode }));
        else if ('draw' in one)
          await inTransaction(database.db, (tx) => drawOut(tx, commissionOf(book), one.draw, new Date(one.at)));
        else {
          const asked = { from: new Date(Date.UTC(2031, one.read - 1)), to: new Date(Date.UTC(2031, one.read)) };
          for (const mode of ['test', 'live'] as const) {
            const where = { ...book, mode };
            expect(await readers[one.by]?.(where, own, asked)).toEqual(await fresh(where, asked));
          }
        }
      }
    }),
    { numRuns: 15 },
  );
  await expectBooksToHold(database.db);
});

/** Changes the time of the book's settlement transfers of an amount by hand. */
async function redate(amount: bigint, at: string): Promise<void> {
  await database.owner.query(
    `update transfers set created_at = $1 where holder_id = $2 and amount = $3 and code = 'settlement'`,
    [new Date(at), book.holderId, amount],
  );
}

/** Takes back by hand what is posted from now on, with the rows that it belongs to. */
async function stateOfBook(): Promise<{ restore(): Promise<void> }> {
  const tables = ['transfers', 'orders', 'settlements', 'top_ups'];
  const { owner } = database;
  const idsOf = async (table: string): Promise<unknown[]> =>
    (await owner.query(`select id from ${table} where holder_id = $1`, [book.holderId])).rows.map(({ id }) => id);
  const before = await Promise.all(tables.map(idsOf));
  const balances = await owner.query(`select id, balance from accounts where holder_id = $1`, [book.holderId]);
  return {
    async restore() {
      for (const [index, table] of tables.entries()) {
        await owner.query(`delete from ${table} where holder_id = $1 and not id = any($2)`, [
          book.holderId,
          before[index],
        ]);
      }
      for (const { id, balance } of balances.rows) {
        await owner.query(`update accounts set balance = $1 where holder_id = $2 and id = $3`, [
          balance,
          book.holderId,
          id,
        ]);
      }
    },
  };
}
