/**
 * The proof of the books that anyone may read, if the operator wants it: which checks ran, over how many rows and how they
 * ended. It names nobody and holds no amount (docs/seals.md, "The public proof").
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import {
  type FullVerification,
  findLastProven,
  type ListedVerification,
  listVerifications,
} from '../../core/ledger/verifications.repository.ts';
import type { Head } from '../../core/seals/head.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { isPublic, savePublic } from './public-proof.repository.ts';
import { findLastRun, type VerificationRun } from './verification-runs.repository.ts';

export type PublicProof = {
  /** The last full verification; undefined before the first. */
  full: FullVerification | undefined;
  /** The last one of any kind. */
  last: ListedVerification | undefined;
  head: Head | undefined;
  /** One that is under way because a person asked for it. */
  run: VerificationRun | undefined;
};

/** Unverified until the first full verification; not balanced while any offence of either kind stands. */
export type Verdict = 'balanced' | 'unbalanced' | 'unverified';

/** The last full one must have passed, and so must whatever was verified since. */
export function verdictOf({ full, last }: Pick<PublicProof, 'full' | 'last'>): Verdict {
  if (full === undefined) return 'unverified';
  return full.ok && last?.ok !== false ? 'balanced' : 'unbalanced';
}

/** Saying what is so already changes nothing. @throws AppError `forbidden`; `second_factor_required`. */
export async function publishProof(actor: PersonActor, tx: Tx, isOn: boolean): Promise<void> {
  authorize(actor, 'books.publish', { holderId: serviceHolderId, mode: null });
  const before = await isPublic(tx);
  if (before === isOn) return;

  await savePublic(tx, isOn);
  await appendAudit(actor, tx, {
    action: 'books.publish',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'setting', id: 'public_proof' },
    before: { isOn: before },
    after: { isOn },
  });
}

/**
 * Readers that come together share one look, so that no number of them keeps the database busy.
 * @returns what finds the proof; it returns undefined while the proof is not public.
 */
export function createPublicProof(db: Database): () => Promise<PublicProof | undefined> {
  let underWay: Promise<PublicProof | undefined> | undefined;
  return () => {
    underWay ??= findPublicProof(db).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function findPublicProof(db: Database): Promise<PublicProof | undefined> {
  if (!(await isPublic(db))) return undefined;
  const [full, [last], head, run] = await Promise.all([
    findLastProven(db),
    listVerifications(db, 1),
    findHead(db),
    findLastRun(db),
  ]);
  const isUnderWay = run?.status === 'queued' || run?.status === 'running';
  return { full, last, head, run: isUnderWay ? run : undefined };
}
