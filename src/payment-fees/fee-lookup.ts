/**
 * The fee rules that a new payment keeps, cached by account: creating a payment asks the database nothing for them. A
 * change takes effect at once in the process that made it, and within a second in every other.
 */
import { systemClock } from '../clock/clock.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Database } from '../database/pool.ts';
import { createRowCache } from '../database/row-cache.ts';
import { rowChannels } from '../database/row-changes.ts';
import type { Tx } from '../database/transaction.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { type FeeRule, type KeptRules, rulesInForce, rulesToCome, rulesToKeep } from './fee-rule.ts';
import { everyAccount, listFeeRules } from './fee-rules.repository.ts';

const holdersCachedMax = 10_000;

/** The rules that a payment keeps, and the real time at which they were in force. */
export type Pricing = { feeRules: KeptRules | null; pricedAt: Date };

export type FeeLookup = {
  /** @param tx reads what is not cached in the caller's transaction, so that it needs no second connection. */
  priceOf(holderId: bigint, currency: string, tx?: Tx): Promise<Pricing>;
  /** Evicts an account's rules from this process's cache; null: those of all accounts. */
  drop(holderId: bigint | null): void;
};

/** Rules have the real clock: a test book's own clock does not bring forward what the operator decided. */
const realNow = (): Date => systemClock.now(serviceHolderId, 'live');

/** @param notifications of changes; without them an account's rules are cached for a second. */
export function createFeeLookup(db: Database, notifications?: Notifications): FeeLookup {
  const cache = createRowCache<readonly FeeRule[]>({
    read: (holderId) => read(db, BigInt(holderId)),
    entriesMax: holdersCachedMax,
    heardAllSince: notifications?.heardAllSince,
  });
  // Rules for all accounts are in every entry.
  const drop = (holderId: bigint | null): void =>
    holderId === null ? cache.dropWhere(() => true) : cache.drop(String(holderId));
  notifications?.on(rowChannels.fees, (id) => drop(id === everyAccount ? null : BigInt(id)));
  return {
    drop,
    async priceOf(holderId, currency, tx) {
      const key = String(holderId);
      const rules = cache.peek(key) ?? (tx === undefined ? await cache.get(key) : await read(tx, holderId));
      const pricedAt = realNow();
      return { feeRules: rulesToKeep(rules ?? [], currency, pricedAt), pricedAt };
    },
  };
}

/** Without what other rules have replaced. */
async function read(db: Database | Tx, holderId: bigint): Promise<readonly FeeRule[]> {
  const rules = await listFeeRules(db, holderId);
  const now = realNow();
  return [...rulesInForce(rules, now), ...rulesToCome(rules, now)];
}
