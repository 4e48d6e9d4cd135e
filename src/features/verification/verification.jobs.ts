/** The verifications of the books: those by schedule, and one that an operator asks for. */
import type { Database } from '../../base/database/pool.ts';
import { authorized } from '../../core/jobs/authorized.ts';
import type { Jobs } from '../../core/jobs/declare-jobs.ts';
import { verificationJobs as scheduled, type UnbalancedBooks } from '../../core/ledger/scheduled-verification.ts';
import { pastBooksJob } from './past-books.ts';
import { verificationRunJob } from './verification-run.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    /** A verification that the operator asked for. */
    verify_now: { runId: string };
    /** The books as of a day, which the operator asked for. */
    derive_past_books: { day: string };
    verify_books: undefined;
    verify_books_fully: undefined;
  }
}

type VerificationJobs = Jobs<'verify_now' | 'derive_past_books' | 'verify_books' | 'verify_books_fully'>;

export function verificationJobs(
  db: Database,
  onUnbalanced: (broken: UnbalancedBooks) => Promise<void>,
  sealKeys: readonly Buffer[],
): VerificationJobs {
  const verify = scheduled(db, onUnbalanced, sealKeys);
  return {
    verify_now: { run: authorized('books.verify', verificationRunJob(db, onUnbalanced, sealKeys)) },
    derive_past_books: { run: authorized('books.verify', pastBooksJob(db, sealKeys)) },
    // After the night's fees and before the day; in full on the quietest day, and never both.
    verify_books: { schedule: '40 3 * * 1-6', run: authorized('books.verify', verify.verify_books) },
    verify_books_fully: { schedule: '40 3 * * 0', run: authorized('books.verify', verify.verify_books_fully) },
  };
}
