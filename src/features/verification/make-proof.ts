/** Makes the signed proof of the books from the last full verification. Reads a few rows; writes nothing. */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { serviceVersion } from '../../base/version.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findLastProven } from '../../core/ledger/verifications.repository.ts';
import type { SealKeys } from '../../core/seals/seal-keys.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { type Proof, signProof } from './proof.ts';

export type ProofDeps = { db: Database; publicUrl: string; sealKeys: SealKeys | undefined };

/** @throws AppError `invalid_state` without a key, and before the first full verification by this version; `forbidden`. */
export async function makeProof(actor: Actor, { db, publicUrl, sealKeys }: ProofDeps, madeAt: Date): Promise<Proof> {
  authorize(actor, 'books.read', { holderId: serviceHolderId, mode: null });
  if (sealKeys === undefined) {
    throw new AppError('invalid_state', { message: 'There is no key to sign with. Set SLUICE_SEAL_KEY.' });
  }
  const verification = await findLastProven(db);
  if (verification === undefined) {
    throw new AppError('invalid_state', { message: 'Run a full verification first: a proof says what it found.' });
  }
  const { totals } = verification;
  if (totals === null) {
    const message = 'Run a full verification first: the last one was by an earlier version, which kept no totals.';
    throw new AppError('invalid_state', { message });
  }
  const head = await findHead(db);
  const facts = {
    service: publicUrl,
    version: serviceVersion(),
    madeAt,
    verification: { ...verification, totals },
    head,
  };
  return signProof(facts, sealKeys);
}
