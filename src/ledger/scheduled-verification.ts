/** The recurring verifications: what changed every day, everything on Sundays. Tells of offences by check and count. */
import type { Database } from '../database/pool.ts';
import { type KeptVerification, runVerification } from './run-verification.ts';

export type BrokenBooks = { kind: string; checks: { name: string; count: number }[] };

export const scheduledVerifications = [
  { name: 'verify_books', match: '40 3 * * 1-6' },
  { name: 'verify_books_fully', match: '40 3 * * 0' },
] as const;

/** One handler for each name of the schedule. While another verification is under way there is nothing to do. */
export function verificationJobs(
  db: Database,
  onBroken: (broken: BrokenBooks) => void,
): Record<(typeof scheduledVerifications)[number]['name'], () => Promise<void>> {
  const verify = (full: boolean) => async () => {
    const result = await runVerification(db, { full });
    if (result !== undefined && !result.ok) onBroken(describe(result));
  };
  return { verify_books: verify(false), verify_books_fully: verify(true) };
}

const describe = ({ kind, checks }: KeptVerification): BrokenBooks => ({
  kind,
  checks: checks.filter(({ count }) => count > 0).map(({ name, count }) => ({ name, count })),
});
