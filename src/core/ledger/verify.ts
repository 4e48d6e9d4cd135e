/** Verifies the books (docs/ledger.md, "What verify proves"): all checks in one consistent snapshot. Writes nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Check, everything, type Scope } from './checks/check.ts';
import { checks, type Found, findOffences } from './checks.repository.ts';
import type { RowCounter } from './count-rows.ts';

/** `rows`: how many it read; null where that is not counted: when it reads what changed, or no snapshot spans what it reads. */
export type CheckResult = Found & { name: string; rows: number | null; tookMs: number };

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

type RunOptions = {
  onProgress?: OnProgress | undefined;
  /** What else is checked, in the same snapshot. */
  more?: readonly (() => Promise<Omit<CheckResult, 'tookMs'>>)[];
  /** Undefined: rows are not counted. */
  counter?: RowCounter | undefined;
};

/** Runs every check over a scope, in the caller's snapshot, or where there is none, in several readings. */
export async function runChecks(
  tx: Tx,
  scope: Scope,
  { onProgress, more = [], counter }: RunOptions = {},
): Promise<Verification> {
  const all = [...checks.map((check) => () => runCheck(tx, check, scope, counter)), ...more];
  const results: CheckResult[] = [];
  for (const run of all) {
    const began = performance.now();
    const result = await run();
    results.push({ ...result, tookMs: Math.round(performance.now() - began) });
    await onProgress?.(results.length, all.length);
  }
  return { ok: results.every((result) => result.count === 0), checks: results };
}

const runCheck = async (tx: Tx, check: Check, scope: Scope, counter: RowCounter | undefined) => ({
  name: check.name,
  rows: (await counter?.(check, scope)) ?? null,
  ...(await findInEveryReading(tx, check, scope)),
});

/**
 * A row that offends in every reading; what is said of it may differ, because its amounts move. If more rows offend than are
 * shown, those shown are compared, and the last reading counts them.
 */
async function findInEveryReading(tx: Tx, check: Check, scope: Scope): Promise<Found> {
  let found = await findOffences(tx, check, scope, offencesShownMax);
  for (const pauseMs of scope.readAgainAfterMs) {
    if (found.count === 0) break;
    await delay(pauseMs);
    const again = await findOffences(tx, check, scope, offencesShownMax);
    const before = new Set(found.offences.map(({ row }) => row));
    const offences = again.offences.filter(({ row }) => before.has(row));
    found = { offences, count: again.count > offencesShownMax ? again.count : offences.length };
  }
  return found;
}
