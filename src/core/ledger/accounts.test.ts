/** The chart of accounts and the kinds of subjects: their names, and that code and database have the same lists. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectViolation } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { accountNameInSql, subjectInSql } from './account-sql.ts';
import {
  type Account,
  accountIn,
  accountKey,
  accountKinds,
  type Book,
  formatAccount,
  ledgerAccount,
  parseAccount,
} from './accounts.ts';
import { listAccounts } from './ledger.repository.ts';
import { openAndLockAccounts, post } from './post.ts';
import { formatSubject, subjectKinds, subjectOf } from './subject.ts';

const all: [name: string, account: Account][] = [
  ['clearing', ledgerAccount.clearing],
  ['commission', ledgerAccount.commission],
  ['wallet', ledgerAccount.wallet],
  ['earnings:7', ledgerAccount.earnings(7n)],
  ['payouts:pending', ledgerAccount.payoutsPending],
  ['fees', ledgerAccount.fees],
  ['outside:bank', ledgerAccount.outside('bank')],
  ['outside:card', ledgerAccount.outside('card')],
  ['outside:onlinewallet', ledgerAccount.outside('onlinewallet')],
  ['transit', ledgerAccount.transit],
  ['advances', ledgerAccount.advances],
  ['debt', ledgerAccount.debt],
  ['debt:7', ledgerAccount.linkDebt(7n)],
  ['debts', ledgerAccount.debts],
  ['shadow:clearing', ledgerAccount.shadowClearing],
  ['shadow:commission', ledgerAccount.shadowCommission],
  ['shadow:earnings:ref:a:b', ledgerAccount.shadowMerchant('a:b')],
  ['shadow:earnings:name:Bistro', ledgerAccount.shadowMerchantByName('Bistro')],
  ['shadow:earnings:unnamed', ledgerAccount.shadowUnnamed],
  ['shadow:earnings:courier:7', ledgerAccount.shadowCourier(7n)],
  ['shadow:earnings:unnamed-courier', ledgerAccount.shadowUnnamedCourier],
];

describe('docs/ledger.md, "Accounts": names', () => {
  it.each(all)('%s', (name, account) => {
    expect(formatAccount(account)).toBe(name);
    expect(parseAccount(name)).toEqual(account);
  });

  it.each([
    '',
    'earnings',
    'earnings:',
    'earnings:x',
    'earnings:07',
    'outside:Card',
    'debt:',
    'shadow:earnings:ref:',
    'payouts_pending',
  ])('%j names none', (name) => expect(parseAccount(name)).toBeUndefined());
});

describe('the database', () => {
  let database: TestDatabase;
  const book: Book = { holderId: 4_711n, mode: 'test' };
  const refs = all.map(([, account]) => accountIn({ ...book, currency: 'EUR' }, account));

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const listOf = async (constraint: string): Promise<string[]> => {
    const { rows } = await database.owner.query(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [constraint],
    );
    return [...(rows[0].text as string).matchAll(/'([a-z_]+)'::text/g)].map(([, kind]) => kind as string);
  };

  it('opens every kind of account, once each however often, finds each, and names it as code does', async () => {
    for (let time = 0; time < 2; time += 1) await inTransaction(database.db, (tx) => openAndLockAccounts(tx, refs));
    const held = await inTransaction(database.db, (tx) => openAndLockAccounts(tx, refs));
    expect([...held.keys()].sort()).toEqual(refs.map(accountKey).sort());
    expect(await listAccounts(database.db, book)).toHaveLength(all.length);
    const { rows } = await sql<{ name: string }>`
      select ${accountNameInSql('a')} as name from accounts a where holder_id = ${book.holderId}`.execute(database.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(all.map(([name]) => name).sort());
  });

  it('lists the kinds of accounts and of subjects that code lists', async () => {
    expect((await listOf('accounts_kind')).sort()).toEqual([...accountKinds].sort());
    expect((await listOf('transfers_subject_kind')).sort()).toEqual([...subjectKinds].sort());
    expect((await listOf('events_subject_kind')).sort()).toEqual([...subjectKinds].sort());
  });

  it.each([
    ['an unknown kind', `'savings', null, null, null, null`],
    ['earnings of no link', `'earnings', null, null, null, null`],
    ['a link’s debt of no link', `'link_debt', null, null, null, null`],
    ['clearing of a link', `'clearing', 7, null, null, null`],
    ['an outside without a source', `'outside', null, null, null, null`],
    ['an outside of no source', `'outside', null, 'Cash', null, null`],
    ['a restaurant by ref and name', `'shadow_merchant', null, null, 'r', 'n'`],
    ['a courier by ref', `'shadow_courier', null, null, 'r', null`],
  ])('refuses %s', async (_name, values) => {
    const insert = `insert into accounts (holder_id, mode, currency, kind, link_id, source, shadow_ref, shadow_name)
      values (1, 'test', 'EUR', ${values})`;
    await expect(database.owner.query(insert)).rejects.toMatchObject({ code: '23514' });
  });

  it('takes an account that nothing more names once only', async () => {
    const insert = `insert into accounts (holder_id, mode, currency, kind) values (1, 'test', 'CHF', 'fees')`;
    await database.owner.query(insert);
    await expectViolation(database.owner.query(insert), 'accounts_key');
  });

  it('tells subjects of two kinds apart that share an id: the same code and line is posted for both', async () => {
    const [from, to] = [ledgerAccount.debts, ledgerAccount.linkDebt(7n)].map((account) =>
      accountIn({ ...book, currency: 'EUR' }, account),
    );
    if (from === undefined || to === undefined) throw new Error('two accounts');
    const draft = { from, to, amount: 1n, code: 'reversal_debt', line: 0 } as const;
    const subjects = [subjectOf.order(1n), subjectOf.orderRefund('1')];
    const drafts = subjects.map((subject) => ({ ...draft, subject }));
    await inTransaction(database.db, (tx) => post(tx, drafts, new Date(0)));
    const { rows } = await sql<{ subject: string }>`
      select ${subjectInSql('t')} as subject from transfers t where t.holder_id = ${book.holderId} order by t.id`.execute(
      database.db,
    );
    expect(rows.map(({ subject }) => subject)).toEqual(subjects.map(formatSubject));
    await expectViolation(
      inTransaction(database.db, (tx) => post(tx, drafts, new Date(0))),
      'transfers_posting_key',
    );
  });
});
