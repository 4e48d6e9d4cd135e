/** Every test that moves money ends with this: the ledger's own proof finds nothing wrong. */
import { expect } from 'vitest';
import type { KeptTable } from '../../src/base/database/kept-rows.ts';
import type { Database } from '../../src/base/database/pool.ts';
import { keptRowsCheck } from '../../src/core/ledger/checks/kept-rows.ts';
import { verifyLedger } from '../../src/core/ledger/verify.ts';

/** @param byHand tables whose rows the test changed by SQL of its own, which records nothing (src/base/database/kept-rows.ts). */
export async function expectBooksToHold(db: Database, { byHand = [] }: { byHand?: KeptTable[] } = {}): Promise<void> {
  const { checks } = await verifyLedger(db);
  const ignored = byHand.map(keptRowsCheck);
  expect(checks.filter(({ name, count }) => count > 0 && !ignored.includes(name))).toEqual([]);
}
