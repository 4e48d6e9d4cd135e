/** What the operator's list of payouts says of the bank account that each goes to. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, makeLink } from '../../../tests/support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Mode } from '../../base/money/mode.ts';
import { findListedPayout, listAllPayouts } from './operator-payouts.repository.ts';

let database: TestDatabase;
let company: bigint;
let link: bigint;
let payee: bigint;
const accounts = new Map<'first' | 'second', string>();

beforeAll(async () => {
  database = await createTestDatabase();
  company = await makeCompany(database.db);
  link = await makeLink(database.db, company, 'merchant', 'Noodle Bar');
  payee = (await database.pool.query('select holder_id from links where id = $1', [link])).rows[0].holder_id;
  for (const [name, since] of [
    ['first', '2031-01-01'],
    ['second', '2031-02-01'],
  ] as const) {
    const id = newPublicId('ba', payee);
    await database.pool.query(
      `insert into bank_accounts (holder_id, id, account_name, iban, country, created_at)
      values ($1, $2, $3, 'DE89370400440532013000', 'DE', $4)`,
      [payee, id, `The ${name}`, since],
    );
    accounts.set(name, id);
  }
});
afterAll(() => database.drop());

type To = { account?: 'first' | 'second'; book?: 'own' | 'company'; mode?: Mode; status?: Status; ended?: string };
type Status = 'requested' | 'completed' | 'failed';

/** A row alone: nothing is posted. */
async function insertPayout({ account = 'second', book = 'company', mode = 'live', status = 'requested', ended }: To) {
  const holderId = book === 'own' ? payee : company;
  const id = newPublicId('po', holderId);
  const done = status === 'requested' ? null : (ended ?? '2031-03-02');
  const from = book === 'own' ? ['wallet', null] : ['earnings', link];
  await database.pool.query(
    `insert into payouts (holder_id, id, mode, owner_holder_id, status, amount, fee, currency, bank_account_id,
      created_at, updated_at, approved_at, sent_at, ended_at, account_kind, link_id, reason)
    values ($1, $2, $3, $4, $5, 100, 0, 'EUR', $6, '2031-03-01', '2031-03-01', $7, $7, $7, $8, $9, $10)`,
    [holderId, id, mode, payee, status, accounts.get(account), done, ...from, status === 'failed' ? ended : null],
  );
  return { holderId, id };
}

it.each<[string, To, To | undefined, boolean]>([
  ['the payee’s first one', { account: 'first' }, undefined, false],
  ['a later one that nothing was paid to', {}, undefined, true],
  ['a later one that a payout waits for', {}, { status: 'requested' }, true],
  ['a later one that was paid to before', {}, { status: 'completed' }, false],
  ['a later one, while the first one was paid to', {}, { status: 'completed', account: 'first' }, true],
  ['a later one that was paid to in the other mode', {}, { status: 'completed', mode: 'test' }, true],
  ['a later one that was paid to from another book', {}, { status: 'completed', book: 'own' }, true],
])('a payout to %s', async (_, to, before, isChanged) => {
  await database.pool.query('delete from payouts');
  if (before !== undefined) await insertPayout(before);
  const { holderId, id } = await insertPayout(to);
  const { account = 'second' } = to;
  const expected = {
    id,
    isChanged,
    payeeName: 'Noodle Bar',
    accountName: `The ${account}`,
    bankAccountId: accounts.get(account),
  };
  expect(await findListedPayout(database.db, holderId, id)).toMatchObject(expected);
  const page = { after: undefined, oldestFirst: false, limit: 1 };
  expect(await listAllPayouts(database.db, { mode: 'live' }, page)).toMatchObject([expected]);
});

const failed = { status: 'failed', ended: '2031-03-02T00:00:00Z' } as const;
const arrivedAfter = { status: 'completed', ended: '2031-03-03T00:00:00Z' } as const;

it.each<[string, To[], string | null]>([
  ['that nothing was paid to', [], null],
  ['to which the last payout came back', [failed], failed.ended],
  ['to which it came back from another book', [{ ...failed, book: 'own' }], failed.ended],
  ['to which two came back', [failed, { ...failed, ended: '2031-03-04T00:00:00Z' }], '2031-03-04T00:00:00Z'],
  [
    'to which one came back after another had arrived',
    [arrivedAfter, { ...failed, ended: '2031-03-04T00:00:00Z' }],
    '2031-03-04T00:00:00Z',
  ],
  ['to which one has arrived since', [failed, arrivedAfter], null],
  ['to which one has arrived since from another book', [failed, { ...arrivedAfter, book: 'own' }], null],
  ['to which one came back in the other mode', [{ ...failed, mode: 'test' }], null],
  ['beside which one to another account came back', [{ ...failed, account: 'first' }], null],
  ['beside which one to another account has arrived', [failed, { ...arrivedAfter, account: 'first' }], failed.ended],
  ['to which one has arrived since in the other mode', [failed, { ...arrivedAfter, mode: 'test' }], failed.ended],
])('a payout to an account %s', async (_, before, reason) => {
  await database.pool.query('delete from payouts');
  for (const one of before) await insertPayout(one);
  const { holderId, id } = await insertPayout({});
  const lastReturn = reason === null ? null : { reason, endedAt: new Date(reason) };
  expect(await findListedPayout(database.db, holderId, id)).toMatchObject({ lastReturn });
});
