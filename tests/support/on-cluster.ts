/** Whether the tests' databases are on a cluster of Citus, and what of the tests cannot run there. */
import { expect, inject } from 'vitest';
import { violatedConstraint } from '../../src/base/database/database-error.ts';

export const onCluster = inject('cluster') !== null;

/** Every reason for which a test is left out on a cluster. */
const reasons = {
  tableLocked: 'a row’s lock in a table that every machine copies holds up the whole table',
  alwaysFull: 'every verification is a full one',
  finalLater: 'numbers are final by the time since they were drawn, not by open transactions',
  noTriggers: 'a distributed table takes no trigger, with which the test would hold a COMMIT up or refuse a write',
};

/** For `skipIf`. */
export const onClusterAs = (_reason: keyof typeof reasons): boolean => onCluster;

/** On a cluster an error names the constraint in its message only, and a transaction may learn of it at COMMIT. */
export async function expectViolation(work: Promise<unknown>, constraint: string): Promise<void> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(violatedConstraint(error)).toBe(constraint);
}
