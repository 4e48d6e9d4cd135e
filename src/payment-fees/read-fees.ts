/** The payment fees of an account, or those for all accounts, as they are in force and decided. */
import { systemClock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { type FeeRule, inOrder, rulesInForce, rulesToCome } from './fee-rule.ts';
import { listFeeRules } from './fee-rules.repository.ts';

/** `inForce`: the most specific first. `toCome`: soonest first. */
export type FeeRules = { inForce: FeeRule[]; toCome: FeeRule[] };

/** @param holderId null: the rules for all accounts alone. */
export async function readFees(db: Database, holderId: bigint | null): Promise<FeeRules> {
  const rules = await listFeeRules(db, holderId);
  const now = systemClock.now(serviceHolderId, 'live');
  return { inForce: inOrder(rulesInForce(rules, now)), toCome: rulesToCome(rules, now) };
}
