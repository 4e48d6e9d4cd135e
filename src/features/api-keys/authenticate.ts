/**
 * Authenticates a key pair and returns its holder and mode. Keys are cached: one that was revoked is refused at once in
 * the process that did it, and within a second in every other. Must never reveal which half of a pair was wrong, unless an interface requires it.
 */
import type { Notifications } from '../../base/database/notifications.ts';
import type { Database } from '../../base/database/pool.ts';
import { createRowCache } from '../../base/database/row-cache.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { WebhookFormat } from '../../core/events/webhook-format.ts';
import type { CashRules } from '../cash/cash-rules.ts';
import { findAddressesFormat, findKey, type KeyRecord } from './api-keys.repository.ts';
import { modeOfClientId, modeOfSecret, secretMatches } from './key-pair.ts';

/** The holder behind a request, and the mode of its key (docs/contract/common.md, "Modes and keys"). */
export type Caller = {
  holderId: bigint;
  mode: Mode;
  clientId: string;
  holderKind: KeyRecord['holderKind'];
  holderName: string;
  holderStatus: KeyRecord['holderStatus'];
  ordersPerMinute: number;
  bulkRequestsPerMinute: number;
  requireExactSplits: boolean;
  /** Null where the company does not track cash in this mode. */
  cash: CashRules | null;
  /** Of the `webhook_url`s of payments that it creates. */
  webhookFormat: WebhookFormat;
  /** Of the apps that customers of its payments may return to. */
  appSchemes: readonly string[];
};

type PairCheck = { ok: true; caller: Caller } | { ok: false; reason: 'unknown_client_id' | 'wrong_secret' };

export type Authenticator = {
  /** Checks a full pair. */
  checkPair(clientId: string, clientSecret: string, kind: 'company' | 'merchant'): Promise<PairCheck>;
  /** The holder of a client id authenticated earlier (by an access token), or undefined when the key pair has ended. */
  findLiveKey(clientId: string): Promise<Caller | undefined>;
  /** Bypasses the cache, for a request that has waited. */
  findLiveKeyAnew(clientId: string): Promise<Caller | undefined>;
  /** Evicts a changed key from this process's cache. */
  drop(clientId: string): void;
  /** Evicts all keys of a changed holder. */
  dropHolder(holderId: bigint): void;
};

const keysCachedMax = 10_000;

/**
 * @param onUse is told of every authenticated use of a pair; it must not delay it.
 * @param notifications of changes; without them a key is cached for a second.
 */
export function createAuthenticator(
  db: Database,
  onUse: (clientId: string) => void = () => {},
  notifications?: Notifications,
): Authenticator {
  const cache = createRowCache<CachedKey>({
    read: (clientId) => readKey(db, clientId),
    entriesMax: keysCachedMax,
    heardAllSince: notifications?.heardAllSince,
  });
  notifications?.on(rowChannels.key, cache.drop);
  const dropHolder = (id: string): void => cache.dropWhere(({ holderId }) => String(holderId) === id);
  notifications?.on(rowChannels.holder, dropHolder);

  async function findLive(clientId: string): Promise<CachedKey | undefined> {
    if (modeOfClientId(clientId) === undefined) return undefined;
    const key = cache.peek(clientId) ?? (await cache.get(clientId));
    if (key === undefined || key.revokedAt !== null) return undefined;
    // Keys use the real clock: a grace period is not business time.
    if (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now()) return undefined;
    return key;
  }

  return {
    async checkPair(clientId, clientSecret, kind) {
      const key = await findLive(clientId);
      if (key === undefined || key.holderKind !== kind) return { ok: false, reason: 'unknown_client_id' };
      const matches = secretMatches(clientSecret, key.secretHash);
      if (!matches || modeOfSecret(clientSecret) !== key.mode) return { ok: false, reason: 'wrong_secret' };
      onUse(clientId);
      return { ok: true, caller: callerOf(key) };
    },
    async findLiveKey(clientId) {
      const key = await findLive(clientId);
      if (key !== undefined) onUse(clientId);
      return key && callerOf(key);
    },
    async findLiveKeyAnew(clientId) {
      cache.drop(clientId);
      const key = await findLive(clientId);
      return key && callerOf(key);
    },
    drop: cache.drop,
    dropHolder: (holderId) => dropHolder(String(holderId)),
  };
}

type CachedKey = Omit<KeyRecord, 'webhookFormat'> & Pick<Caller, 'webhookFormat'>;

async function readKey(db: Database, clientId: string): Promise<CachedKey | undefined> {
  const key = await findKey(db, clientId);
  return key && { ...key, webhookFormat: key.webhookFormat ?? (await findAddressesFormat(db, key)) };
}

function callerOf(key: CachedKey): Caller {
  const { holderId, mode, clientId, holderKind, holderName, holderStatus } = key;
  const { ordersPerMinute, bulkRequestsPerMinute, requireExactSplits, cash, webhookFormat, appSchemes } = key;
  const settings = { ordersPerMinute, bulkRequestsPerMinute, requireExactSplits, cash, webhookFormat, appSchemes };
  return { holderId, mode, clientId, holderKind, holderName, holderStatus, ...settings };
}
