/** The owner of a company or a shop says what it is called and what it does. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { findBusiness, saveBusiness } from './business.repository.ts';
import { type BusinessProfile, isCountry, readWebsite } from './business.ts';
import { readHolderName } from './holder-name.ts';
import { lockHolder, setHolderName } from './holders.repository.ts';

type Business = BusinessProfile & { name: string };

/** Sent again unchanged: nothing is written. @throws AppError as `authorize`; `validation_failed`. */
export async function changeBusiness(actor: Actor, tx: Tx, holderId: bigint, given: Business): Promise<Business> {
  authorize(actor, 'business.change', { holderId, mode: null });
  const { name: givenName, ...facts } = given;
  const name = readHolderName(givenName);
  const profile: BusinessProfile = {
    legalName: facts.legalName.trim(),
    registrationNumber: facts.registrationNumber.trim(),
    activity: facts.activity.trim(),
    address: facts.address.trim(),
    country: facts.country,
    website: readWebsite(facts.website),
    monthlyVolume: facts.monthlyVolume,
  };
  if (profile.country !== '' && !isCountry(profile.country)) {
    const message = 'must be the two letters of a country, such as DE';
    throw invalidField('country', message);
  }
  const holder = await lockHolder(tx, holderId);
  if (holder === undefined) throw new AppError('not_found');
  const before = { name: holder.name, ...(await findBusiness(tx, holderId)) };
  const after = { name, ...profile };
  const changed = (Object.keys(after) as (keyof Business)[]).filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return after;

  await setHolderName(tx, holderId, name);
  await saveBusiness(tx, holderId, profile);
  const only = (business: Business) => Object.fromEntries(changed.map((field) => [field, business[field]]));
  await appendAudit(actor, tx, {
    action: 'business.change',
    holderId,
    mode: null,
    object: { kind: holder.kind, id: String(holderId) },
    before: only(before),
    after: only(after),
  });
  return after;
}
