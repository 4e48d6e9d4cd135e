/**
 * After a change of SLUICE_SECRET: re-encrypts second factors under the current secret, while the previous one is
 * still configured. Sessions may end with the change; losing a second factor would lock its owner out.
 */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '../../base/database/pool.ts';
import { type Auth, versionOf } from './auth.ts';
import { listSealedOtherwise, setSealed } from './people.repository.ts';

const batchMax = 500;

/** Leaves values that no configured secret can decrypt. */
export async function resealSecondFactors(db: Database, auth: Auth, secret: string): Promise<void> {
  const { secretConfig: key } = await auth.$context;
  const rows = await listSealedOtherwise(db, `$ba$${versionOf(secret)}$`, batchMax);
  let resealed = 0;
  for (const row of rows) {
    try {
      const again = async (data: string): Promise<string> =>
        symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
      const after = { ...row, secret: await again(row.secret), recoveryCodes: await again(row.recoveryCodes) };
      await setSealed(db, row, after);
      resealed += 1;
    } catch {}
  }
  if (rows.length === batchMax && resealed > 0) await resealSecondFactors(db, auth, secret);
}
