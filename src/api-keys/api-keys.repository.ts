/** All SQL of key pairs. Only hashes of secrets are stored. */
import {
  bool,
  bytea,
  int4,
  int8,
  narrowed,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamptz,
} from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { type Mode, modes } from '../money/mode.ts';

/** A key with its holder and the holder settings that apply to every request. */
export type KeyRecord = RowOf<typeof keyColumns>;

const keyColumns = {
  clientId: text,
  holderId: int8,
  /** Only these kinds of holder have keys. */
  holderKind: narrowed(oneOf('company', 'merchant')),
  holderName: text,
  holderStatus: oneOf('pending', 'active', 'suspended'),
  mode: oneOf(...modes),
  secretHash: bytea,
  expiresAt: nullable(timestamptz),
  revokedAt: nullable(timestamptz),
  ordersPerMinute: int4,
  requireExactSplits: bool,
};

export async function findKey(db: Database | Tx, clientId: string): Promise<KeyRecord | undefined> {
  return query(keyColumns)`
    select k.client_id as "clientId", k.holder_id as "holderId", h.kind as "holderKind", h.name as "holderName",
      h.status as "holderStatus", k.mode, k.secret_hash as "secretHash", k.expires_at as "expiresAt",
      k.revoked_at as "revokedAt", coalesce(c.orders_per_minute, 60) as "ordersPerMinute",
      coalesce(c.require_exact_splits, false) as "requireExactSplits"
    from api_keys k
    join holders h on h.id = k.holder_id
    left join companies c on c.holder_id = k.holder_id
    where k.client_id = ${clientId}`.executeTakeFirst(db);
}

/** @returns undefined when the holder does not exist. */
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

/** Revokes a key pair at `at`. @returns false when it does not exist or has already been revoked. */
export async function revokeKey(tx: Tx, clientId: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: at })
    .where('clientId', '=', clientId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets a key pair to expire at `at`. @returns false when it is unknown or would not expire later. */
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
  return db
    .selectFrom('apiKeys as k')
    .innerJoin('holders as h', 'h.id', 'k.holderId')
    .select(['k.clientId', 'k.holderId', 'h.name as holderName', 'h.kind as holderKind', 'k.mode', 'k.label'])
    .select(['k.createdAt', 'k.expiresAt', 'k.revokedAt'])
    .$if(holderId !== undefined, (only) => only.where('k.holderId', '=', holderId as bigint))
    .orderBy('k.holderId')
    .orderBy('k.createdAt')
    .orderBy('k.clientId')
    .execute();
}
