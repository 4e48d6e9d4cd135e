/** All SQL of branding. */
import type { Database } from '../../../base/database/pool.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import type { Branding } from './branding.ts';
import type { LogoType } from './logo.ts';

/** A holder as customers see it. */
export type ShownHolder = Branding & { name: string; logoId: string | null };

export async function findShownHolder(db: Database | Tx, holderId: bigint): Promise<ShownHolder | undefined> {
  return db
    .selectFrom('holders')
    .leftJoin('holderBranding', 'holderBranding.holderId', 'holders.id')
    .leftJoin('holderLogos', 'holderLogos.holderId', 'holders.id')
    .select(['holders.name', 'colour', 'supportEmail', 'supportPhone', 'supportUrl', 'termsUrl'])
    .select('holderLogos.id as logoId')
    .where('holders.id', '=', holderId)
    .executeTakeFirst();
}

/** Locks nothing: the last of two changes at once stands. */
export async function saveBranding(tx: Tx, holderId: bigint, branding: Branding, at: Date): Promise<void> {
  await tx
    .insertInto('holderBranding')
    .values({ holderId, ...branding, updatedAt: at })
    .onConflict((conflict) => conflict.column('holderId').doUpdateSet({ ...branding, updatedAt: at }))
    .execute();
}

type StoredLogo = { id: string; type: LogoType; bytes: Buffer; width: number; height: number };

export async function findLogo(db: Database, holderId: bigint, id: string): Promise<StoredLogo | undefined> {
  const row = await db
    .selectFrom('holderLogos')
    .select(['id', 'type', 'bytes', 'width', 'height'])
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as StoredLogo | undefined;
}

export async function saveLogo(tx: Tx, holderId: bigint, logo: StoredLogo, at: Date): Promise<void> {
  await tx
    .insertInto('holderLogos')
    .values({ holderId, ...logo, createdAt: at })
    .onConflict((conflict) => conflict.column('holderId').doUpdateSet({ ...logo, createdAt: at }))
    .execute();
}

/** @returns the removed logo's id; undefined without one. */
export async function deleteLogo(tx: Tx, holderId: bigint): Promise<string | undefined> {
  const row = await tx.deleteFrom('holderLogos').where('holderId', '=', holderId).returning('id').executeTakeFirst();
  return row?.id;
}
