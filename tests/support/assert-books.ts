/**
 * Every test that moves money ends with this: the ledger's own proof finds nothing wrong. All checks are asked in one
 * statement, which is planned once for each connection: planning them takes many times as long as running them over
 * what a test writes. Only where one finds something are they run as the service runs them, for their words.
 */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { KeptTable } from '../../src/base/database/kept-rows.ts';
import { createDatabase, createPool, type Database } from '../../src/base/database/pool.ts';
import { prepare } from '../../src/base/database/prepared.ts';
import { everything } from '../../src/core/ledger/checks/check.ts';
import { keptRowsCheck } from '../../src/core/ledger/checks/kept-rows.ts';
import { checks } from '../../src/core/ledger/checks.repository.ts';
import { verifyLedger } from '../../src/core/ledger/verify.ts';
import { onCluster } from './on-cluster.ts';
import { verifierOf } from './test-database.ts';

const found = checks.map(
  ({ name, query }) => sql`select ${sql.lit(name)} as name from (${query(everything)}) found having count(*) > 0`,
);
/** The compiler's database never connects. */
const statement = sql<{ name: string }>`${sql.join(found, sql` union all `)}`.compile(
  createDatabase(createPool({ connectionString: 'postgres:' })),
);
prepare(statement.sql, 'books');

/** @param byHand tables whose rows the test changed by SQL of its own, which records nothing (src/base/database/kept-rows.ts). */
export async function expectBooksToHold(db: Database, { byHand = [] }: { byHand?: KeptTable[] } = {}): Promise<void> {
  const ignored = byHand.map(keptRowsCheck);
  // On a cluster no single statement reads everything.
  const wrong = onCluster ? undefined : await findWrong(await verifierOf(db));
  if (wrong?.every((name) => ignored.includes(name))) return;
  const { checks } = await verifyLedger(db);
  expect(checks.filter(({ name, count }) => count > 0 && !ignored.includes(name))).toEqual([]);
  expect(wrong ?? []).toEqual([]);
}

/** It has parameters: PostgreSQL would plan it five times more before it keeps a plan. */
function findWrong(db: Database): Promise<string[]> {
  return db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
      return (await tx.executeQuery(statement)).rows.map(({ name }) => name);
    });
}
