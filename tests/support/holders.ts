/** Holders, links and key pairs for tests, made the way the service makes them where it can. */

import { keepRow } from '../../src/base/database/kept-rows.ts';
import type { Database } from '../../src/base/database/pool.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Mode, modes } from '../../src/base/money/mode.ts';
import type { HolderKind } from '../../src/core/access/roles.ts';
import type { KeyPair } from '../../src/features/api-keys/key-pair.ts';
import { createKey } from '../../src/features/api-keys/manage-keys.ts';
import { saveBusiness } from '../../src/features/holders/business.repository.ts';
import { insertHolder } from '../../src/features/holders/holders.repository.ts';
import { insertLink, setLinkEnded } from '../../src/features/links/links.repository.ts';
import { shell } from './actors.ts';

export const makeHolder = (db: Database, kind: HolderKind, name = `A ${kind}`): Promise<bigint> =>
  inTransaction(db, (tx) => insertHolder(tx, kind, name));

export type CompanySettings = {
  name: string;
  status: 'pending' | 'active' | 'suspended';
  ordersPerMinute: number;
  bulkRequestsPerMinute: number;
  requireExactSplits: boolean;
  settleOnlyPaid: boolean;
  holdSeconds: number;
};

/** A quota that no test reaches by accident. */
export const plentyPerMinute = 1_000_000;

/** A company, active and with raised quotas unless told otherwise. */
export async function makeCompany(db: Database, settings: Partial<CompanySettings> = {}): Promise<bigint> {
  const { name = 'Bolt Bistro', status = 'active', ...rest } = settings;
  const id = await makeHolder(db, 'company', name);
  await changeCompany(db, id, { ordersPerMinute: plentyPerMinute, bulkRequestsPerMinute: plentyPerMinute, ...rest });
  await inTransaction(db, async (tx) => {
    await tx.updateTable('holders').set({ status }).where('id', '=', id).execute();
    await keepRow(tx, 'holders', { id });
  });
  return id;
}

/** All that a company or shop has to say about itself before it is approved. */
export const describeBusiness = (db: Database, id: bigint): Promise<void> =>
  inTransaction(db, (tx) =>
    saveBusiness(tx, id, {
      legalName: 'Taverna GmbH',
      registrationNumber: '',
      activity: 'Greek food',
      address: 'Marktstr. 1, Berlin',
      country: 'DE',
      website: 'https://taverna.example',
      monthlyVolume: 'below_10k',
    }),
  );

/** Settlement settings are changed in both modes. */
export async function changeCompany(
  db: Database,
  id: bigint,
  settings: Partial<Omit<CompanySettings, 'name' | 'status'>>,
): Promise<void> {
  const { settleOnlyPaid, holdSeconds, ...ofCompany } = settings;
  await inTransaction(db, async (tx) => {
    if (Object.keys(ofCompany).length > 0) {
      await tx.updateTable('companies').set(ofCompany).where('holderId', '=', id).execute();
      await keepRow(tx, 'companies', { holder_id: id });
    }
    if (settleOnlyPaid === undefined && holdSeconds === undefined) return;
    const changed = { settleOnlyPaid, holdSeconds };
    await tx.updateTable('settlementSettings').set(changed).where('companyId', '=', id).execute();
    for (const mode of modes) await keepRow(tx, 'settlement_settings', { company_id: id, mode });
  });
}

/** A new merchant or courier linked to the company. @returns the link's id, the `beneficiary_ref`. */
export async function makeLink(
  db: Database,
  companyId: bigint,
  type: 'merchant' | 'courier',
  name = `A ${type}`,
): Promise<bigint> {
  const holderId = await makeHolder(db, type, name);
  return inTransaction(db, (tx) => insertLink(tx, companyId, { holderId, type, name }));
}

/** As links from before live mode do. */
export const serveTestOnly = (db: Database, companyId: bigint, id: bigint): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx
      .updateTable('links')
      .set({ servesLive: false })
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .execute();
    await keepRow(tx, 'links', { company_id: companyId, id });
  });

export async function endLink(db: Database, companyId: bigint, id: bigint): Promise<void> {
  await inTransaction(db, (tx) => setLinkEnded(tx, companyId, id, new Date()));
}

export const makeKey = (db: Database, holderId: bigint, mode: Mode = 'test'): Promise<KeyPair> =>
  createKey(shell, { db }, holderId, mode);

/** The headers of interface B that say who calls. */
export const keyHeaders = (pair: KeyPair): Record<string, string> => ({
  'x-client-id': pair.clientId,
  'x-client-secret': pair.clientSecret,
});
