/** Posting on a real database: floors, limits, the posting key and the lock order (docs/ledger.md, "Transfers"). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringIn, draftWithRow, makeHolderOwe, makeLinkOwe, pay } from '../../../tests/fixtures/money.ts';
import { shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { expectViolation } from '../../../tests/support/on-cluster.ts';
import { createTestClock } from '../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { postAcquirerPayout } from '../../features/reconciliation/acquirer-payout.ts';
import { type AccountRef, type Book, floorOf, ledgerAccount } from './accounts.ts';
import { findBalance } from './ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post, serviceHolderId } from './post.ts';
import { subjectOf } from './subject.ts';
import type { TransferDraft } from './transfer.ts';

const at = new Date('2031-03-01T12:00:00Z');
const limit = 10n ** 18n;

const service: Book = { holderId: serviceHolderId, mode: 'test' };

let database: TestDatabase;
let db: Database;
let holders = 100n;

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
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);
const posting = (...drafts: TransferDraft[]) => run((tx) => post(tx, drafts, at));
const fund = (book: Book, name: string, amount: bigint) =>
  run((tx) => bringIn(tx, account(book, name), amount, at, 'bank'));

type Move = [from: AccountRef, to: AccountRef, amount: bigint];
/** Posts transfers together, each with the row that it belongs to; nothing stays when it is refused. */
const postingWithRows = (...moves: Move[]) =>
  run(async (tx) => {
    const drafts: TransferDraft[] = [];
    for (const [from, to, amount] of moves) drafts.push(await draftWithRow(tx, from, to, amount, at));
    await post(tx, drafts, at);
  });
/** As it would be for a top-up: for what is refused before a row is asked for. */
const draft = (from: AccountRef, to: AccountRef, amount: bigint): TransferDraft => {
  return { from, to, amount, code: 'top_up', subject: subjectOf.topUp('top_none'), line: 0 };
};

describe('docs/ledger.md, "Accounts": the floor', () => {
  it.each(['clearing', 'commission', 'wallet', 'earnings:7'])(
    '%s never goes below zero: insufficient_funds, and nothing moved',
    async (name) => {
      const book = newBook();
      await fund(book, name, 10n);
      const pending = account(book, 'payouts:pending');
      const moves: Move[] = [
        [account(book, name), pending, 6n],
        [account(book, name), pending, 5n],
      ];
      await expect(postingWithRows(...moves)).rejects.toMatchObject({ code: 'insufficient_funds' });
      expect(await findBalance(db, account(book, name))).toBe(10n);
      await expectBooksToHold(db);
    },
  );

  it('shadow:commission never goes below zero either', async () => {
    const book = newBook();
    await fund(book, 'shadow:commission', 10n);
    const [from, to] = [account(book, 'shadow:commission'), account(book, 'shadow:clearing')];
    const reversal = {
      from,
      to,
      amount: 11n,
      code: 'reversal',
      subject: subjectOf.orderRefund('ref_x'),
      line: 0,
    } as const;
    await expect(posting(reversal)).rejects.toMatchObject({ code: 'insufficient_funds' });
    await expectBooksToHold(db);
  });

  const wallet = (book: Book) => account(book, 'wallet');
  it.each<[name: string, balance: bigint, work: (tx: Tx, book: Book) => Promise<unknown>]>([
    ['outside:bank', -7n, (tx, book) => bringIn(tx, wallet(book), 7n, at, 'bank')],
    ['outside:card', -7n, (tx, book) => bringIn(tx, wallet(book), 7n, at, 'card')],
    ['outside:onlinewallet', -7n, (tx, book) => bringIn(tx, wallet(book), 7n, at, 'onlinewallet')],
    ['shadow:clearing', -7n, (tx, book) => bringIn(tx, account(book, 'shadow:commission'), 7n, at)],
    ['debts', -7n, (tx, book) => makeLinkOwe(tx, account(book, 'earnings:7'), 7n, at)],
    ['transit', -7n, (tx, book) => payFromWallet(tx, newBook(), wallet(book), 7n)],
  ])('%s may go below zero', async (name, balance, work) => {
    const book = newBook();
    await run((tx) => work(tx, book));
    expect(await findBalance(db, account(book, name))).toBe(balance);
    await expectBooksToHold(db);
  });

  it('fees may go below zero, and every account of the service itself', async () => {
    const [fees, book] = [account(newBook(), 'fees'), newBook()];
    expect(floorOf(fees, false)).toBeNull();
    expect(floorOf(ledgerAccount.clearing, true)).toBeNull();
    await run((tx) => makeHolderOwe(tx, wallet(book), 7n, at));
    expect(await findBalance(db, account({ holderId: serviceHolderId, mode: 'test' }, 'advances'))).toBe(-7n);
    await expectBooksToHold(db);
  });

  it('is held by the database too: raw SQL cannot overdraw', async () => {
    const book = newBook();
    await fund(book, 'clearing', 10n);
    await expectViolation(
      sql`update accounts set balance = balance - 11 where holder_id = ${book.holderId} and kind = 'clearing'`.execute(
        db,
      ),
      'accounts_balance_floor',
    );
    await expectBooksToHold(db);
  });

  it('looks at what is left after the whole posting, not in between', async () => {
    const book = newBook();
    const clearing = account(book, 'clearing');
    await postingWithRows([clearing, account(book, 'commission'), 5n], [account(book, 'outside:bank'), clearing, 5n]);
    expect(await findBalance(db, account(book, 'commission'))).toBe(5n);
    await expectBooksToHold(db);
  });
});

/** A customer pays a merchant from a wallet that has just enough. */
async function payFromWallet(tx: Tx, customer: Book, payee: AccountRef, amount: bigint): Promise<void> {
  await bringIn(tx, account(customer, 'wallet'), amount, at, 'bank');
  const source = { method: 'wallet', customerHolderId: customer.holderId } as const;
  await pay(tx, payee, { amount, fee: 0n, source }, at);
}

describe('docs/ledger.md, "Accounts": a balance is at most 10^18', () => {
  it('up and down: balance_limit, and nothing moved', async () => {
    const book = newBook();
    await fund(book, 'clearing', limit - 1n);
    await expect(fund(book, 'clearing', 2n)).rejects.toMatchObject({ code: 'balance_limit' });
    await fund(book, 'clearing', 1n);
    expect(await findBalance(db, account(book, 'clearing'))).toBe(limit);
    expect(await findBalance(db, account(book, 'outside:bank'))).toBe(-limit);
    await expect(fund(book, 'wallet', 1n)).rejects.toMatchObject({ code: 'balance_limit' });
    await expectBooksToHold(db);
  });
});

describe('docs/ledger.md, "What is posted": the posting key', () => {
  const topUp = (book: Book, name = 'wallet') =>
    run((tx) => draftWithRow(tx, account(book, 'outside:bank'), account(book, name), 5n, at));

  it('the same book, subject, code and line can be posted once only, in one posting or two', async () => {
    const book = newBook();
    const one = await topUp(book);
    await expectViolation(posting(one, { ...one, amount: 6n }), 'transfers_posting_key');
    await posting(one);
    await expectViolation(posting(one), 'transfers_posting_key');
    expect(await findBalance(db, account(book, 'wallet'))).toBe(5n);
    await expectBooksToHold(db);
  });

  it('another line or another code has a key of its own', async () => {
    const book = newBook();
    await fund(book, 'wallet', 5n);
    const [wallet, pending] = [account(book, 'wallet'), account(book, 'payouts:pending')];
    const asked = await run((tx) => draftWithRow(tx, wallet, pending, 5n, at));
    const back = { ...asked, from: pending, to: wallet, code: 'payout_returned' } as const;
    const sent = { ...asked, from: pending, to: account(book, 'outside:bank'), code: 'payout_sent' } as const;
    await posting(asked, sent, { ...back, from: sent.to, to: pending, line: 1 }, back);
    await database.pool.query(
      `update payouts set status = 'failed', approved_at = $2, sent_at = $2, ended_at = $2 where holder_id = $1`,
      [book.holderId, at],
    );
    expect(await findBalance(db, wallet)).toBe(5n);
    await expectBooksToHold(db);
  });

  it('raced 16 times, one posting wins', async () => {
    const book = newBook();
    const one = await topUp(book);
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => posting(one)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await findBalance(db, account(book, 'wallet'))).toBe(5n);
    await expectBooksToHold(db);
  });

  it('another book, or the other mode, has keys of its own', async () => {
    const same = 'top_same';
    for (const book of [newBook(), newBook()]) {
      const one = await topUp(book);
      await database.pool.query('update top_ups set id = $2 where holder_id = $1', [book.holderId, same]);
      await posting({ ...one, subject: subjectOf.topUp(same) });
    }
    for (const mode of ['test', 'live'] as const) {
      const payout = { mode, source: 'card', currency: 'EUR', amount: 5n, fee: 0n, reference: 'same' } as const;
      await postAcquirerPayout(shell, { db, clock: createTestClock() }, payout);
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
    [
      'that its code does not allow',
      (book) => ({ ...draft(account(book, 'earnings:7'), account(book, 'commission'), 1n), code: 'reversal' }),
    ],
    [
      'for a subject that its code does not allow',
      (book) => ({ ...draft(account(book, 'outside:bank'), account(book, 'wallet'), 1n), subject: subjectOf.link(1n) }),
    ],
    [
      'in a book that is not the service’s',
      (book) => ({
        ...draft(account(book, 'fees'), account(book, 'outside:bank'), 1n),
        code: 'fees_drawn',
        subject: subjectOf.drawnFees('x'),
      }),
    ],
    [
      'in the service’s book that belongs in a holder’s',
      () => draft(account(service, 'outside:bank'), account(service, 'wallet'), 1n),
    ],
  ])('%s cannot be posted', async (_name, make) => {
    await expect(posting(make(newBook()))).rejects.toThrow(/a transfer/);
  });

  it('that crosses currency or mode is refused by the database too', async () => {
    const book = newBook();
    await fund(book, 'wallet', 5n);
    for (const change of ["currency = 'USD'", "mode = 'live'", 'amount = 0', 'to_account_id = from_account_id']) {
      await expect(
        database.owner.query(`update transfers set ${change} where holder_id = $1`, [book.holderId]),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^235(03|14)$/) });
    }
    await expectBooksToHold(db);
  });

  it('money between two books passes through both transits in one transaction', async () => {
    const [a, b] = [newBook(), newBook()];
    await run((tx) => payFromWallet(tx, a, account(b, 'wallet'), 10n));
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
       select holder_id, mode, currency, from_account_id, to_account_id, amount, code, line, created_at, $2::text, $3::text
       from transfers where holder_id = $1`,
      [book.holderId, kind, id],
    );
  };

  it.each(['', '0', '01', '-1', '+1', '1.5', '1e3', ' 1', '1 ', 'one', '1'.repeat(19), '१'])(
    'an order with the id %j is refused',
    async (id) => {
      await expectViolation(insert('order', id), 'transfers_subject_id');
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
    await expectViolation(insert('top_up', ''), 'transfers_subject_id');
  });
});
