/** Makes the signed proof of the books from the last full verification. Reads a few rows; writes nothing. */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { serviceVersion } from '../../base/version.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { Totals } from '../../core/ledger/totals.repository.ts';
import { type FullVerification, findLastProven } from '../../core/ledger/verifications.repository.ts';
import type { Head } from '../../core/seals/head.ts';
import type { SealKeys } from '../../core/seals/seal-keys.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { type Proof, signProof } from './proof.ts';
import type { PublicProof } from './public-proof.ts';

export type ProofDeps = { db: Database; publicUrl: string; sealKeys: SealKeys | undefined };

/** @throws AppError `invalid_state` without a key, and before the first full verification by this version; `forbidden`. */
export async function makeProof(actor: Actor, deps: ProofDeps, madeAt: Date): Promise<Proof> {
  authorize(actor, 'books.read', { holderId: serviceHolderId, mode: null });
  const { db, sealKeys } = deps;
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
  return sign({ ...verification, totals }, await findHead(db), { ...deps, sealKeys }, madeAt);
}

/** Without what the books add up to. @returns undefined without a key, and before the first full verification. */
export function signPublicProof(
  { full, head }: Pick<PublicProof, 'full' | 'head'>,
  { publicUrl, sealKeys }: Pick<ProofDeps, 'publicUrl' | 'sealKeys'>,
  madeAt: Date,
): Proof | undefined {
  if (full === undefined || sealKeys === undefined) return undefined;
  return sign({ ...full, totals: [] }, head, { publicUrl, sealKeys }, madeAt);
}

const sign = (
  verification: FullVerification & { totals: Totals[] },
  head: Head | undefined,
  { publicUrl, sealKeys }: { publicUrl: string; sealKeys: SealKeys },
  madeAt: Date,
): Proof => signProof({ service: publicUrl, version: serviceVersion(), madeAt, verification, head }, sealKeys);
