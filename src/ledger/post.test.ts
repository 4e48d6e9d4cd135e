/** Posting on a real database: floors, limits, the posting key and the lock order (docs/ledger.md, "Transfers"). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../../tests/support/assert-books.ts';
import { accountAt } from '../../tests/support/ledger-names.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { type AccountRef, type Book, floorOf, ledgerAccount } from './accounts.ts';
import { findBalance } from './ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post, serviceHolderId } from './post.ts';
import { subjectOf } from './subject.ts';
import type { TransferDraft } from './transfer.ts';

const at = new Date('2031-03-01T12:00:00Z');
const limit = 10n ** 18n;

let database: TestDatabase;
let db: Database;
let holders = 100n;
let subjects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const newBook = (): Book => {
  holders += 1n;
  return { holderId: holders, mode: 'test' };
};
const account = (book: Book, name: string, currency = 'EUR'): AccountRef => accountAt({ ...book, currency }, name);
// Uses code `reversal` because it requires no order, payment or top-up: verification then checks the balances alone.
function draft(from: AccountRef, to: AccountRef, amount: bigint, changes: Partial<TransferDraft> = {}): TransferDraft {
  subjects += 1;
  return { from, to, amount, code: 'reversal', subject: subjectOf.transfer(`test-${subjects}`), line: 0, ...changes };
}
const posting = (...drafts: TransferDraft[]) => inTransaction(db, (tx) => post(tx, drafts, at));
const fund = (book: Book, name: string, amount: bigint) =>
  posting(draft(account(book, 'outside:bank'), account(book, name), amount));

describe('docs/ledger.md, "Accounts": the floor', () => {
  it.each(['clearing', 'commission', 'wallet', 'earnings:7', 'shadow:commission'])(
    '%s never goes below zero: insufficient_funds, and nothing moved',
    async (name) => {
      const book = newBook();
      await fund(book, name, 10n);
      const drafts = [
        draft(account(book, name), account(book, 'outside:bank'), 6n),
        draft(account(book, name), account(book, 'outside:card'), 5n),
      ];
      await expect(posting(...drafts)).rejects.toMatchObject({ code: 'insufficient_funds' });
      expect(await findBalance(db, account(book, name))).toBe(10n);
      await expectBooksToHold(db);
    },
  );

  it.each(['fees', 'outside:bank', 'outside:card', 'outside:onlinewallet', 'transit', 'debts', 'shadow:clearing'])(
    '%s may go below zero',
    async (name) => {
      const book = newBook();
      await posting(draft(account(book, name), account(book, 'wallet'), 7n));
      expect(await findBalance(db, account(book, name))).toBe(-7n);
      await posting(draft(account(book, 'wallet'), account(book, name), 7n));
      await expectBooksToHold(db);
    },
  );

  it('every account of the service itself may go below zero', async () => {
    const book: Book = { holderId: serviceHolderId, mode: 'test' };
    await posting(draft(account(book, 'advances'), account(book, 'outside:bank'), 7n));
    expect(await findBalance(db, account(book, 'advances'))).toBe(-7n);
    expect(floorOf(ledgerAccount.clearing, true)).toBeNull();
    await expectBooksToHold(db);
  });

  it('is held by the database too: raw SQL cannot overdraw', async () => {
    const book = newBook();
    await fund(book, 'clearing', 10n);
    await expect(
      sql`update accounts set balance = balance - 11 where holder_id = ${book.holderId} and kind = 'clearing'`.execute(
        db,
      ),
    ).rejects.toMatchObject({ code: '23514', constraint: 'accounts_balance_floor' });
    await expectBooksToHold(db);
  });

  it('looks at what is left after the whole posting, not in between', async () => {
    const book = newBook();
    await posting(
      draft(account(book, 'clearing'), account(book, 'commission'), 5n),
      draft(account(book, 'outside:bank'), account(book, 'clearing'), 5n),
    );
    expect(await findBalance(db, account(book, 'commission'))).toBe(5n);
    await expectBooksToHold(db);
  });
});

describe('docs/ledger.md, "Accounts": a balance is at most 10^18', () => {
  it('up and down: balance_limit, and nothing moved', async () => {
    const book = newBook();
    await fund(book, 'clearing', limit - 1n);
    await expect(fund(book, 'clearing', 2n)).rejects.toMatchObject({ code: 'balance_limit' });
    await fund(book, 'clearing', 1n);
    expect(await findBalance(db, account(book, 'clearing'))).toBe(limit);
    expect(await findBalance(db, account(book, 'outside:bank'))).toBe(-limit);
    await expect(posting(draft(account(book, 'outside:bank'), account(book, 'wallet'), 1n))).rejects.toMatchObject({
      code: 'balance_limit',
    });
    await expectBooksToHold(db);
  });
});

describe('docs/ledger.md, "What is posted": the posting key', () => {
  it('the same book, subject, code and line can be posted once only, in one posting or two', async () => {
    const book = newBook();
    const one = draft(account(book, 'outside:bank'), account(book, 'wallet'), 5n);
    await expect(posting(one, { ...one, amount: 6n })).rejects.toMatchObject({ constraint: 'transfers_posting_key' });
    await posting(one);
    await expect(posting(one)).rejects.toMatchObject({ constraint: 'transfers_posting_key' });
    await posting({ ...one, line: 1 }, { ...one, code: 'payment_fee' });
    expect(await findBalance(db, account(book, 'wallet'))).toBe(15n);
    await expectBooksToHold(db);
  });

  it('raced 16 times, one posting wins', async () => {
    const book = newBook();
    const one = draft(account(book, 'outside:bank'), account(book, 'wallet'), 5n);
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => posting(one)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await findBalance(db, account(book, 'wallet'))).toBe(5n);
    await expectBooksToHold(db);
  });

  it('another book, or the other mode, has keys of its own', async () => {
    const [a, b] = [newBook(), newBook()];
    const c: Book = { ...a, mode: 'live' };
    for (const book of [a, b, c]) {
      await posting(
        draft(account(book, 'outside:bank'), account(book, 'wallet'), 5n, { subject: subjectOf.transfer('test-same') }),
      );
    }
    await expectBooksToHold(db);
  });
});

describe('docs/ledger.md, "Vocabulary": a transfer', () => {
  it.each<[string, (book: Book) => TransferDraft]>([
    ['of nothing', (book) => draft(account(book, 'transit'), account(book, 'wallet'), 0n)],
    ['of less than nothing', (book) => draft(account(book, 'transit'), account(book, 'wallet'), -1n)],
    ['between books', (book) => draft(account(book, 'transit'), account(newBook(), 'transit'), 1n)],
    ['between modes', (book) => draft(account(book, 'transit'), account({ ...book, mode: 'live' }, 'transit'), 1n)],
    ['between currencies', (book) => draft(account(book, 'transit', 'EUR'), account(book, 'transit', 'USD'), 1n)],
    ['from an account to itself', (book) => draft(account(book, 'transit'), account(book, 'transit'), 1n)],
  ])('%s cannot be posted', async (_name, make) => {
    await expect(posting(make(newBook()))).rejects.toThrow(/a transfer/);
  });

  it('that crosses currency or mode is refused by the database too', async () => {
    const book = newBook();
    await posting(draft(account(book, 'outside:bank'), account(book, 'wallet'), 5n));
    for (const change of ["currency = 'USD'", "mode = 'live'", 'amount = 0', 'to_account_id = from_account_id']) {
      await expect(
        database.owner.query(`update transfers set ${change} where holder_id = $1`, [book.holderId]),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^235(03|14)$/) });
    }
    await expectBooksToHold(db);
  });

  it('money between two books passes through both transits in one transaction', async () => {
    const [a, b] = [newBook(), newBook()];
    await fund(a, 'wallet', 10n);
    await posting(
      draft(account(a, 'wallet'), account(a, 'transit'), 10n),
      draft(account(b, 'transit'), account(b, 'wallet'), 10n),
    );
    expect(await findBalance(db, account(b, 'wallet'))).toBe(10n);
    await expectBooksToHold(db);
  });
});

describe('docs/ledger.md, "Transfers": locked accounts', () => {
  it('are opened, locked and read with their balances', async () => {
    const book = newBook();
    await fund(book, 'clearing', 10n);
    await inTransaction(db, async (tx) => {
      const refs = [account(book, 'commission'), account(book, 'clearing')];
      const held = await openAndLockAccounts(tx, refs);
      expect(refs.map((ref) => balanceOf(held, ref))).toEqual([0n, 10n]);
      expect(() => balanceOf(held, account(book, 'wallet'))).toThrow('the account is locked');
      // A second transaction must find both rows locked.
      const { rows } = await sql`
        select from accounts where holder_id = ${book.holderId} and kind in ('clearing', 'commission')
        for update skip locked`.execute(db);
      expect(rows).toEqual([]);
    });
  });

  it('posting nothing does nothing', async () => {
    await posting();
    await expectBooksToHold(db);
  });
});

describe('docs/ledger.md, "Transfers": the subject', () => {
  const insert = async (kind: string, id: string): Promise<unknown> => {
    const book = newBook();
    await fund(book, 'clearing', 10n);
    const columns = 'holder_id, mode, currency, to_account_id, from_account_id, amount, code, line, created_at';
    return database.owner.query(
      `insert into transfers (${columns}, subject_kind, subject_id)
       select holder_id, mode, currency, from_account_id, to_account_id, amount, code, line, created_at, $2, $3
       from transfers where holder_id = $1`,
      [book.holderId, kind, id],
    );
  };

  it.each(['', '0', '01', '-1', '+1', '1.5', '1e3', ' 1', '1 ', 'one', '1'.repeat(19), '१'])(
    'an order with the id %j is refused',
    async (id) => {
      await expect(insert('order', id)).rejects.toMatchObject({ constraint: 'transfers_subject_id' });
    },
  );

  it.each([
    ['order', '1'],
    ['order', '9'.repeat(18)],
    ['top_up', '0'],
  ])('%s %s is accepted', async (kind, id) => {
    await expect(insert(kind, id)).resolves.toMatchObject({ rowCount: 1 });
  });

  it('a subject without an id is refused', async () => {
    await expect(insert('top_up', '')).rejects.toMatchObject({ constraint: 'transfers_subject_id' });
  });
});
