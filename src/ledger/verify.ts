/** Verifies the books (docs/ledger.md, "What verify proves"): all checks in one consistent snapshot. Writes nothing. */
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { everything, type Offence, type Scope } from './checks/check.ts';
import { checks, findOffences } from './checks.repository.ts';

export type CheckResult = { name: string; offences: Offence[]; count: number };

export type Verification = { ok: boolean; checks: CheckResult[] };

/** Told how many checks have run, of how many. */
export type OnProgress = (done: number, total: number) => Promise<void>;

const offencesShownMax = 100;

/** A full verification that stores nothing. */
export function verifyLedger(db: Database): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => runChecks(tx, everything));
}

/** Runs every check over a scope, in the caller's snapshot. */
export async function runChecks(tx: Tx, scope: Scope, onProgress?: OnProgress): Promise<Verification> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    results.push({ name: check.name, ...(await findOffences(tx, check, scope, offencesShownMax)) });
    await onProgress?.(results.length, checks.length);
  }
  return { ok: results.every((result) => result.count === 0), checks: results };
}
