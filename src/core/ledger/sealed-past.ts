/** The seals as a check of a full verification: what is not as it was sealed, in the caller's snapshot. */
import type { Tx } from '../../base/database/transaction.ts';
import { checkSeals } from '../seals/check-seals.ts';
import type { CheckResult } from './verify.ts';

const sealedPastName = 'What was sealed is unchanged';

/** @param known the public keys that seals may be signed by; empty: any. */
export async function checkSealedPast(tx: Tx, known: readonly Buffer[]): Promise<CheckResult> {
  const { offences, count } = await checkSeals(tx, { known });
  return { name: sealedPastName, offences, count };
}
