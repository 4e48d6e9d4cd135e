/** Whose statements can be imported: those of the bank, and of every provider that was ever in use. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { keepProviders } from '../providers/providers.repository.ts';
import { listSources, lockSource } from './statement-sources.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const basic = [
  { source: 'bank', title: null },
  { source: 'card', title: null },
  { source: 'onlinewallet', title: null },
];

const lock = (mode: 'test' | 'live', source: string) =>
  inTransaction(database.db, (tx) => lockSource(tx, { mode, source }));

it('are the bank and what cards and online wallets bring, without a provider', async () => {
  expect(await listSources(database.db, 'live')).toEqual(basic);
  await lock('live', 'onlinewallet');
  await expect(lock('live', 'acme')).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'source', message: 'must be one of bank, card, onlinewallet' }],
  });
});

it('are those of live providers too, from their first start on, in live mode alone', async () => {
  const stripe = { name: 'stripe', title: 'Stripe' };
  await keepProviders(database.db, [stripe, { name: 'acme', title: 'Acme' }]);
  await keepProviders(database.db, [stripe, { name: 'acme', title: 'Acme Pay' }]);
  await keepProviders(database.db, []);
  const [bank, card, wallet] = basic;
  expect(await listSources(database.db, 'live')).toEqual([
    bank,
    { ...card, title: 'Stripe' },
    wallet,
    { source: 'acme', title: 'Acme Pay' },
  ]);
  expect(await listSources(database.db, 'test')).toEqual(basic);
  await lock('live', 'acme');
  await expect(lock('test', 'acme')).rejects.toMatchObject({ code: 'validation_failed' });
  // Its charges are at `card`: a second account of it would be nobody's.
  await expect(lock('live', 'stripe')).rejects.toMatchObject({ code: 'validation_failed' });
});
