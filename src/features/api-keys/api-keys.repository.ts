/** All SQL of key pairs. Only hashes of secrets are stored. */

import { type RawBuilder, sql } from 'kysely';
import {
  bool,
  bytea,
  int4,
  int8,
  jsonb,
  narrowed,
  nullable,
  oneOf,
  type RowOf,
  text,
  textArray,
  timestamptz,
} from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { holderStatuses } from '../../core/access/roles.ts';
import { type WebhookFormat, webhookFormats } from '../../core/events/webhook-format.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { CashRules } from '../cash/cash-rules.ts';

/** A key with its holder and the holder settings that apply to every request. */
export type KeyRecord = RowOf<typeof keyColumns>;

const keyColumns = {
  clientId: text,
  holderId: int8,
  /** Only these kinds of holder have keys. */
  holderKind: narrowed(oneOf('company', 'merchant')),
  holderName: text,
  holderStatus: oneOf(...holderStatuses),
  mode: oneOf(...modes),
  label: text,
  secretHash: bytea,
  expiresAt: nullable(timestamptz),
  revokedAt: nullable(timestamptz),
  ordersPerMinute: int4,
  bulkRequestsPerMinute: int4,
  requireExactSplits: bool,
  cash: nullable(jsonb<CashRules>()),
  /** Of its own; null: that of the account's `webhook_url`s. */
  webhookFormat: nullable(oneOf(...webhookFormats)),
  /** Of the apps that the account has registered in this mode. */
  appSchemes: textArray,
  /** The sites that may embed the checkout of its payments. */
  embedOrigins: textArray,
};

const cashRulesOf = (holder: string, mode: RawBuilder<unknown>) => sql`
  (select jsonb_build_object('limits', s.limits, 'daysMax', s.days_max, 'refuses', s.refuses)
  from cash_settings s where s.holder_id = ${sql.raw(holder)} and s.mode = ${mode} and s.is_tracked) as cash`;

const appSchemesOf = (holder: string, mode: RawBuilder<unknown>) => sql`
  coalesce((select a.schemes from app_schemes a where a.holder_id = ${sql.raw(holder)} and a.mode = ${mode}), '{}')
    as "appSchemes"`;

export async function findKey(db: Database | Tx, clientId: string): Promise<KeyRecord | undefined> {
  return query(keyColumns)`
    select k.client_id as "clientId", k.holder_id as "holderId", h.kind as "holderKind", h.name as "holderName",
      h.status as "holderStatus", k.mode, k.label, k.secret_hash as "secretHash", k.expires_at as "expiresAt",
      k.revoked_at as "revokedAt", coalesce(c.orders_per_minute, 60) as "ordersPerMinute",
      coalesce(c.bulk_requests_per_minute, 6) as "bulkRequestsPerMinute",
      coalesce(c.require_exact_splits, false) as "requireExactSplits", ${cashRulesOf('k.holder_id', sql`k.mode`)},
      k.webhook_format as "webhookFormat", ${appSchemesOf('k.holder_id', sql`k.mode`)},
      k.embed_origins as "embedOrigins"
    from api_keys k
    join holders h on h.id = k.holder_id
    left join companies c on c.holder_id = k.holder_id
    where k.client_id = ${clientId}`.executeTakeFirst(db);
}

/** Of the `webhook_url`s of a book's payments. */
export async function findAddressesFormat(db: Database | Tx, { holderId, mode }: Book): Promise<WebhookFormat> {
  const found = await db
    .selectFrom('webhookEndpoints')
    .select('format')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('kind', '=', 'addresses')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found?.format ?? 'standard';
}

/** The key is locked until the transaction ends. @returns undefined when it is unknown, has ended, or is of another book. */
export const lockKeyOfBook = (
  tx: Tx,
  { holderId, mode }: Book,
  clientId: string,
  now: Date,
): Promise<KeyFacts | undefined> =>
  tx
    .selectFrom('apiKeys as k')
    .select(factColumns)
    .where('k.clientId', '=', clientId)
    .where('k.holderId', '=', holderId)
    .where('k.mode', '=', mode)
    .where(condition`k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`)
    .forUpdate()
    .executeTakeFirst();

/** It decides nothing about money, so that no version of the row is kept. */
export async function setWebhookFormat(tx: Tx, clientId: string, format: WebhookFormat | null): Promise<void> {
  await tx.updateTable('apiKeys').set({ webhookFormat: format }).where('clientId', '=', clientId).execute();
  await notifyRowChange(tx, 'key', clientId);
}

/** As `setWebhookFormat`. No process caches it. */
export async function setEmbedOrigins(tx: Tx, clientId: string, origins: string[]): Promise<void> {
  await tx.updateTable('apiKeys').set({ embedOrigins: origins }).where('clientId', '=', clientId).execute();
}

const callerColumns = {
  holderId: int8,
  holderKind: narrowed(oneOf('company', 'merchant')),
  holderName: text,
  holderStatus: oneOf(...holderStatuses),
  ordersPerMinute: int4,
  bulkRequestsPerMinute: int4,
  requireExactSplits: bool,
  cash: nullable(jsonb<CashRules>()),
  appSchemes: textArray,
};

/** What a request of the holder's own key pair would be judged by. @returns undefined for a holder without keys. */
export async function findHolderAsCaller(
  db: Database,
  { holderId, mode }: Book,
): Promise<RowOf<typeof callerColumns> | undefined> {
  return query(callerColumns)`
    select h.id as "holderId", h.kind as "holderKind", h.name as "holderName", h.status as "holderStatus",
      coalesce(c.orders_per_minute, 60) as "ordersPerMinute",
      coalesce(c.bulk_requests_per_minute, 6) as "bulkRequestsPerMinute",
      coalesce(c.require_exact_splits, false) as "requireExactSplits", ${cashRulesOf('h.id', sql`${mode}`)},
      ${appSchemesOf('h.id', sql`${mode}`)}
    from holders h
    left join companies c on c.holder_id = h.id
    where h.id = ${holderId} and h.kind in ('company', 'merchant')`.executeTakeFirst(db);
}

/** @returns undefined when the holder does not exist. */
export async function findHolderKind(tx: Tx, holderId: bigint): Promise<string | undefined> {
  const holder = await tx.selectFrom('holders').select('kind').where('id', '=', holderId).executeTakeFirst();
  return holder?.kind;
}

export async function insertKey(
  tx: Tx,
  holderId: bigint,
  key: {
    clientId: string;
    mode: Mode;
    secretHash: Buffer;
    label: string;
    webhookFormat?: WebhookFormat | null;
    embedOrigins?: string[];
  },
): Promise<void> {
  await tx
    .insertInto('apiKeys')
    .values({
      clientId: key.clientId,
      holderId,
      mode: key.mode,
      secretHash: key.secretHash,
      label: key.label,
      webhookFormat: key.webhookFormat ?? null,
      embedOrigins: key.embedOrigins ?? [],
    })
    .execute();
  await keepRow(tx, 'api_keys', { client_id: key.clientId });
}

/** The pairs of a holder that work in either mode, locked until the transaction ends. */
export async function listWorkingKeys(
  tx: Tx,
  holderId: bigint,
  now: Date,
): Promise<{ clientId: string; mode: Mode }[]> {
  return tx
    .selectFrom('apiKeys')
    .select(['clientId', 'mode'])
    .where('holderId', '=', holderId)
    .where(condition`revoked_at is null and (expires_at is null or expires_at > ${now})`)
    .orderBy('clientId')
    .forUpdate()
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
  if (result.numUpdatedRows === 0n) return false;
  await keepRow(tx, 'api_keys', { client_id: clientId });
  await notifyRowChange(tx, 'key', clientId);
  return true;
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
  if (result.numUpdatedRows === 0n) return false;
  await keepRow(tx, 'api_keys', { client_id: clientId });
  await notifyRowChange(tx, 'key', clientId);
  return true;
}

/**
 * Notes when key pairs were used. Nobody caches it, so nobody is notified. A pair that somebody else is writing is left
 * out: nobody waits, and two processes that note the same pairs cannot block each other.
 * @param uses an `at` is never stored over a later one.
 */
export async function touchKeys(db: Database, uses: readonly { clientId: string; at: Date }[]): Promise<void> {
  await command`
    update api_keys k set last_used_at = used.at
    from (
      select free.client_id, used.at
      from ${unnested('used', uses, { clientId: text, at: timestamptz })}
      join api_keys free on free.client_id = used.client_id
      where free.last_used_at is null or free.last_used_at < used.at
      for no key update of free skip locked) used
    where k.client_id = used.client_id`.execute(db);
}

export type KeyFacts = {
  clientId: string;
  mode: Mode;
  label: string;
  webhookFormat: WebhookFormat | null;
  embedOrigins: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

const factColumns = [
  ...(['k.clientId', 'k.mode', 'k.label', 'k.webhookFormat', 'k.createdAt', 'k.lastUsedAt'] as const),
  ...(['k.embedOrigins', 'k.expiresAt', 'k.revokedAt'] as const),
] as const;

type KeyPage = Page & { works: boolean | undefined; now: Date };

/** The key pairs of a holder in one mode, newest first. @param page.works only those that work, or only ended ones. */
export async function listKeysOfBook(
  db: Database,
  { holderId, mode }: { holderId: bigint; mode: Mode },
  { works, now, after, limit }: KeyPage,
): Promise<(KeyFacts & { position: bigint })[]> {
  const working = condition`revoked_at is null and (expires_at is null or expires_at > ${now})`;
  return db
    .selectFrom('apiKeys as k')
    .select([...factColumns, 'k.position'])
    .where('k.holderId', '=', holderId)
    .where('k.mode', '=', mode)
    .$if(after !== undefined, (only) => only.where('k.position', '<', after as bigint))
    .$if(works !== undefined, (only) => only.where(works === true ? working : condition`not (${working})`))
    .orderBy('k.position', 'desc')
    .limit(limit)
    .execute();
}

type KeyListing = KeyFacts & { holderId: bigint; holderName: string; holderKind: string };

export async function listKeys(db: Database, holderId: bigint | undefined): Promise<KeyListing[]> {
  return db
    .selectFrom('apiKeys as k')
    .innerJoin('holders as h', 'h.id', 'k.holderId')
    .select([...factColumns, 'k.holderId', 'h.name as holderName', 'h.kind as holderKind'])
    .$if(holderId !== undefined, (only) => only.where('k.holderId', '=', holderId as bigint))
    .orderBy('k.holderId')
    .orderBy('k.createdAt')
    .orderBy('k.clientId')
    .execute();
}
