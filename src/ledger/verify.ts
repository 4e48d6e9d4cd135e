/** Proves the books (ledger.md, "What `sluice verify` proves"): all checks, in one consistent snapshot. Writes nothing. */
import type { Database } from '../database/pool.ts';
import { everything, type Offence } from './checks/check.ts';
import { checks, findOffences } from './verify.repository.ts';

export type CheckResult = { name: string; offences: Offence[]; count: number };

export type Verification = { ok: boolean; checks: CheckResult[] };

const offencesShownMax = 100;

export async function verifyLedger(db: Database): Promise<Verification> {
  const results = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const done: CheckResult[] = [];
      for (const check of checks) {
        done.push({ name: check.name, ...(await findOffences(tx, check, everything, offencesShownMax)) });
      }
      return done;
    });
  return { ok: results.every((result) => result.count === 0), checks: results };
}
