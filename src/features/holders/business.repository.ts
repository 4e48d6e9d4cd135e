/** All SQL of what companies and shops say about themselves. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type BusinessProfile, emptyProfile } from './business.ts';

/** An empty one when nothing was filled in yet. */
export async function findBusiness(db: Database | Tx, holderId: bigint): Promise<BusinessProfile> {
  const found = await db
    .selectFrom('businessProfiles')
    .select(['legalName', 'registrationNumber', 'activity', 'address', 'country', 'website', 'monthlyVolume'])
    .where('holderId', '=', holderId)
    .executeTakeFirst();
  return found ?? emptyProfile;
}

export async function saveBusiness(tx: Tx, holderId: bigint, profile: BusinessProfile): Promise<void> {
  await tx
    .insertInto('businessProfiles')
    .values({ holderId, ...profile })
    .onConflict((conflict) => conflict.column('holderId').doUpdateSet(profile))
    .execute();
}
