/** The reference of a bank transfer belongs to one top-up, in all books together. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hold } from '../../../tests/support/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { lockTopUpsByReference, takeReference } from './top-ups.repository.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const take = (reference: string) => inTransaction(database.db, (tx) => takeReference(tx, reference));

it('a reference is taken once, also by two at once', async () => {
  const first = await hold(database.db, database.pool, (tx) => takeReference(tx, 'RF32KXQMPTBD'));
  const second = take('RF32KXQMPTBD');
  await first.awaitedBy(second);
  await first.commit();
  expect([await second, await take('RF32KXQMPTBD'), await take('RF05KXQMPTBF')]).toEqual([false, false, true]);
});

it('more references than a statement has parameters are looked up', async () => {
  const references = Array.from({ length: 70_000 }, (_, index) => `RF00${index}`);
  expect(await inTransaction(database.db, (tx) => lockTopUpsByReference(tx, 'live', references))).toEqual([]);
});
