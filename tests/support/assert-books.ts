/** Every test that moves money ends with this: the ledger's own proof finds nothing wrong. */
import { expect } from 'vitest';
import type { Database } from '../../src/database/pool.ts';
import { verifyLedger } from '../../src/ledger/verify.ts';

export async function expectBooksToHold(db: Database): Promise<void> {
  const { checks } = await verifyLedger(db);
  expect(checks.filter((check) => check.count > 0)).toEqual([]);
}
