/** All SQL of key pairs. Returns hashes, never secrets: there are none to return. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';

/** What a key opens: its holder, and what the holder's settings ask of every request. */
export type KeyRecord = {
  clientId: string;
  holderId: bigint;
  /** Keys are made for these alone. */
  holderKind: 'company' | 'merchant';
  holderName: string;
  holderStatus: 'pending' | 'active' | 'suspended';
  mode: Mode;
  secretHash: Buffer;
  expiresAt: Date | null;
  revokedAt: Date | null;
  ordersPerMinute: number;
  requireExactSplits: boolean;
};

export async function findKey(db: Database | Tx, clientId: string): Promise<KeyRecord | undefined> {
  const { rows } = await sql<KeyRecord>`
    select k.client_id as "clientId", k.holder_id as "holderId", h.kind as "holderKind", h.name as "holderName",
      h.status as "holderStatus", k.mode, k.secret_hash as "secretHash", k.expires_at as "expiresAt",
      k.revoked_at as "revokedAt", coalesce(c.orders_per_minute, 60) as "ordersPerMinute",
      coalesce(c.require_exact_splits, false) as "requireExactSplits"
    from api_keys k
    join holders h on h.id = k.holder_id
    left join companies c on c.holder_id = k.holder_id
    where k.client_id = ${clientId}`.execute(db);
  return rows[0];
}

/** What a holder is, or undefined when there is none: keys are for companies and merchants only. */
export async function findHolderKind(tx: Tx, holderId: bigint): Promise<string | undefined> {
  const holder = await tx.selectFrom('holders').select('kind').where('id', '=', holderId).executeTakeFirst();
  return holder?.kind;
}

export async function insertKey(
  tx: Tx,
  holderId: bigint,
  key: { clientId: string; mode: Mode; secretHash: Buffer; label: string },
): Promise<void> {
  await tx
    .insertInto('apiKeys')
    .values({
      clientId: key.clientId,
      holderId,
      mode: key.mode,
      secretHash: key.secretHash,
      label: key.label,
    })
    .execute();
}

/** Ends a pair at `at`. @returns false when there is no such live pair. */
export async function revokeKey(tx: Tx, clientId: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: at })
    .where('clientId', '=', clientId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lets a pair live on until `at`. @returns false when there is no such live pair. */
export async function expireKey(tx: Tx, clientId: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('apiKeys')
    .set({ expiresAt: at })
    .where('clientId', '=', clientId)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type KeyListing = {
  clientId: string;
  holderId: bigint;
  holderName: string;
  holderKind: string;
  mode: Mode;
  label: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export async function listKeys(db: Database, holderId: bigint | undefined): Promise<KeyListing[]> {
  const { rows } = await sql<KeyListing>`
    select k.client_id as "clientId", k.holder_id as "holderId", h.name as "holderName", h.kind as "holderKind",
      k.mode, k.label, k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
    from api_keys k join holders h on h.id = k.holder_id
    where ${holderId ?? null}::bigint is null or k.holder_id = ${holderId ?? null}::bigint
    order by k.holder_id, k.created_at, k.client_id`.execute(db);
  return rows;
}
