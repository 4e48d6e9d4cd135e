/**
 * The fee rules that a new payment keeps, cached by account: creating payments asks the database nothing for them, or once
 * for all of a transaction that finds nothing cached. A change takes effect at once in the process that made it, and within a second in every other.
 */
import { realNow } from '../../../base/clock/clock.ts';
import type { Notifications } from '../../../base/database/notifications.ts';
import type { Database } from '../../../base/database/pool.ts';
import { createRowCache } from '../../../base/database/row-cache.ts';
import { rowChannels } from '../../../base/database/row-changes.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { type FeeRule, type KeptRules, rulesToKeep } from './fee-rule.ts';
import { everyAccount } from './fee-rules.repository.ts';
import { readFees } from './read-fees.ts';

const holdersCachedMax = 10_000;

/** The rules that a payment keeps, and the real time at which they were in force. */
export type Pricing = { feeRules: KeptRules | null; pricedAt: Date };

export type FeeLookup = {
  /**
   * How payments of an account are priced now, by currency.
   * @param tx reads what is not cached in the caller's transaction, so that it needs no second connection.
   */
  pricesOf(holderId: bigint, tx?: Tx): Promise<(currency: string) => Pricing>;
  /** Evicts an account's rules from this process's cache; null: those of all accounts. */
  drop(holderId: bigint | null): void;
};

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
    async pricesOf(holderId, tx) {
      const key = String(holderId);
      const rules = cache.peek(key) ?? (tx === undefined ? await cache.get(key) : await read(tx, holderId)) ?? [];
      const pricedAt = realNow();
      return (currency) => ({ feeRules: rulesToKeep(rules, currency, pricedAt), pricedAt });
    },
  };
}

/** Without what other rules have replaced. */
async function read(db: Database | Tx, holderId: bigint): Promise<readonly FeeRule[]> {
  const { inForce, toCome } = await readFees(db, holderId);
  return [...inForce, ...toCome];
}
