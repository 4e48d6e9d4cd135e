/**
 * Authenticates a key pair and returns its holder and mode. Keys are cached for one second; a key revoked in this
 * process is evicted immediately. Must never reveal which half of a pair was wrong, unless an interface requires it.
 */
import type { Database } from '../database/pool.ts';
import { createShortCache } from '../database/short-cache.ts';
import type { Mode } from '../money/mode.ts';
import { findKey, type KeyRecord } from './api-keys.repository.ts';
import { modeOfClientId, modeOfSecret, secretMatches } from './key-pair.ts';

/** The holder behind a request, and the mode of its key (docs/contract.md, "Modes and keys"). */
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
};

export type PairCheck = { ok: true; caller: Caller } | { ok: false; reason: 'unknown_client_id' | 'wrong_secret' };

export type Authenticator = {
  /** Checks a full pair. */
  checkPair(clientId: string, clientSecret: string, kind: 'company' | 'merchant'): Promise<PairCheck>;
  /** The holder of a client id authenticated earlier (by an access token), or undefined when the key pair has ended. */
  findLiveKey(clientId: string): Promise<Caller | undefined>;
  /** The same, past the cache: for a request that has waited. */
  findLiveKeyAnew(clientId: string): Promise<Caller | undefined>;
  /** Evicts a changed key from this process's cache. */
  drop(clientId: string): void;
};

const keysCachedMax = 10_000;

/** @param onUse is told of every authenticated use of a pair; it must not delay it. */
export function createAuthenticator(db: Database, onUse: (clientId: string) => void = () => {}): Authenticator {
  const cache = createShortCache<KeyRecord>({ read: (clientId) => findKey(db, clientId), entriesMax: keysCachedMax });

  async function findLive(clientId: string): Promise<KeyRecord | undefined> {
    if (modeOfClientId(clientId) === undefined) return undefined;
    const key = await cache.get(clientId);
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
  };
}

function callerOf(key: KeyRecord): Caller {
  const { holderId, mode, clientId, holderKind, holderName, holderStatus } = key;
  const { ordersPerMinute, bulkRequestsPerMinute, requireExactSplits } = key;
  const settings = { ordersPerMinute, bulkRequestsPerMinute, requireExactSplits };
  return { holderId, mode, clientId, holderKind, holderName, holderStatus, ...settings };
}
