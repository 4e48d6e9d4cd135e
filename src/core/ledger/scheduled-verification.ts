/**
 * The scheduled verifications: incremental Monday to Saturday, full on Sundays. Reports offences by check and count.
 */
import type { Database } from '../../base/database/pool.ts';
import { type KeptVerification, runVerification } from './run-verification.ts';

export type UnbalancedBooks = { kind: string; checks: { name: string; count: number }[] };

/** Each job does nothing while another verification is running. */
export function verificationJobs(
  db: Database,
  onUnbalanced: (broken: UnbalancedBooks) => Promise<void> | void,
  sealKeys: readonly Buffer[] = [],
): Record<'verify_books' | 'verify_books_fully', () => Promise<void>> {
  const verify = (full: boolean) => async () => {
    const result = await runVerification(db, { full, sealKeys });
    if (result !== undefined && !result.ok) await onUnbalanced(describeUnbalanced(result));
  };
  return { verify_books: verify(false), verify_books_fully: verify(true) };
}

export const describeUnbalanced = ({ kind, checks }: KeptVerification): UnbalancedBooks => ({
  kind,
  checks: checks.filter(({ count }) => count > 0).map(({ name, count }) => ({ name, count })),
});
