/** Client secrets of accounts' providers, encrypted as those of webhooks are, under a key of their own. */
import type { Database } from '../../base/database/pool.ts';
import { createSealedSecrets, type SealedSecrets } from '../webhooks/sealed-secrets.ts';
import { listSecretsSealedOtherwise, setSealedSecret } from './sign-in-providers.repository.ts';

const purposeOfKey = 'sluice/sign-in-providers/v1';
const resealedMax = 500;

export const createProviderSecrets = (secrets: readonly [string, ...string[]]): SealedSecrets =>
  createSealedSecrets(secrets, purposeOfKey);

/** After a change of SLUICE_SECRET: seals everything under the current one while the previous one still opens it. */
export async function resealProviderSecrets(db: Database, secrets: SealedSecrets): Promise<void> {
  const stored = await listSecretsSealedOtherwise(db, secrets.keyId, resealedMax);
  let resealed = 0;
  for (const one of stored) {
    const secret = secrets.open(one);
    if (secret === undefined) continue;
    await setSealedSecret(db, one, secrets.seal(secret));
    resealed += 1;
  }
  if (stored.length === resealedMax && resealed > 0) await resealProviderSecrets(db, secrets);
}
