/**
 * Verification where no snapshot spans the machines: nothing that traffic makes look wrong is reported. What is wrong is found as
 * in one PostgreSQL (verify-tampering.test.ts, which also reads as a cluster is read).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringIn, pay } from '../../../tests/fixtures/money.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { onCluster } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { findMark } from '../../base/database/high-water-mark.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { AccountRef, Book } from './accounts.ts';
import { acrossMachines } from './checks/across-machines.ts';
import { checks } from './checks.repository.ts';
import { runVerification } from './run-verification.ts';
import { findLastVerification } from './verifications.repository.ts';

const at = new Date('2026-03-01T12:00:00Z');
const bookOf = (holderId: bigint): Book => ({ holderId, mode: 'test' });
const wallet = (book: Book): AccountRef => accountAt({ ...book, currency: 'EUR' }, 'wallet');
const shops = [101n, 102n, 103n].map(bookOf);
const customers = [201n, 202n, 203n, 204n, 205n].map(bookOf);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const customer of customers) {
    await inTransaction(database.db, (tx) => bringIn(tx, wallet(customer), 1_000_000n, at));
  }
});
afterAll(() => database.drop());

/** Money of a customer passes to a shop: between two books, most often on two machines. */
const payFrom = (customer: Book, shop: Book, amount: bigint): Promise<string> =>
  inTransaction(database.db, (tx) => {
    const source = { method: 'wallet', customerHolderId: customer.holderId } as const;
    return pay(tx, wallet(shop), { amount, fee: 1n, source }, at);
  });

const verify = async (full: boolean) => {
  const result = await runVerification(database.db, { full });
  return { kind: result?.kind, found: result?.checks.flatMap(({ offences }) => offences) };
};

describe.runIf(onCluster)('on a cluster', () => {
  it('every verification is a full one, and keeps nothing to go on from', async () => {
    expect(await verify(true)).toEqual({ kind: 'full', found: [] });
    expect(await verify(false)).toEqual({ kind: 'full', found: [] });
    expect(await findLastVerification(database.db)).toMatchObject({ kind: 'full', ok: true, databaseIdentity: null });
    const { rows } = await database.pool.query('select count(*)::int4 as count from account_checkpoints');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('a transaction that is writing transfers on a worker is waited for', async () => {
    const tx = await database.db.startTransaction().execute();
    await bringIn(tx, wallet(shops[0] as Book), 5n, at);
    expect(await findMark(database.db, { table: 'transfers', sequence: 'transfers_id_seq' }, 0)).toBeUndefined();
    await tx.commit().execute();
    const { rows } = await sql<{ id: bigint }>`select max(id) as id from transfers`.execute(database.db);
    expect(await findMark(database.db, { table: 'transfers', sequence: 'transfers_id_seq' }, 0)).toBe(rows[0]?.id);
  });

  it('accounts that never rest are compared with their transfers where both are, at one instant', async () => {
    const resting = [
      'Every balance is the sum of its transfers and not below its floor',
      'The shadow ledger owes exactly what is left of its orders',
      'Money pending for the bank is exactly what open payouts have taken',
      'Every holder’s debt accounts add up to zero',
    ];
    for (const { query } of checks.filter(({ name }) => resting.includes(name))) {
      const { sql: text, parameters } = query(acrossMachines(7n)).compile(database.db.withoutPlugins());
      const { rows } = await database.pool.query(`explain (costs off) ${text}`, [...parameters]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Task Count: \d/);
      expect(plan).not.toMatch(/Subplan|read_intermediate_result/);
    }
    expect.assertions(2 * resting.length);
  });

  it('nothing is found while money moves between books', async () => {
    let verified = false;
    let payments = 0;
    const traffic = customers.map(async (customer, index) => {
      for (let turn = index; !verified; turn += 1) {
        await payFrom(customer, shops[turn % shops.length] as Book, 10n);
        payments += 1;
      }
    });
    const results = [await verify(true), await verify(false), await verify(true)];
    verified = true;
    await Promise.all(traffic);
    expect(results).toEqual(Array(3).fill({ kind: 'full', found: [] }));
    expect(payments).toBeGreaterThan(0);
    await expectBooksToHold(database.db);
  });
});

it('money between books leaves nothing behind in either', async () => {
  await payFrom(customers[0] as Book, shops[0] as Book, 25n);
  await expectBooksToHold(database.db);
});
