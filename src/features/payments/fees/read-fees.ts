/**
 * The payment fees of an account, or those for all accounts, as they are in force and decided. Rules have the real clock: a
 * test book's own clock does not bring forward what the operator decided.
 */
import { realNow } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { type FeeRule, inOrder, rulesInForce, rulesToCome } from './fee-rule.ts';
import { findAccountsWithFees, listFeeRules, type OwnFees } from './fee-rules.repository.ts';

/** `inForce`: the most specific first. `toCome`: soonest first. */
export type FeeRules = { inForce: FeeRule[]; toCome: FeeRule[] };

/** @param holderId null: the rules for all accounts alone. */
export async function readFees(db: Database | Tx, holderId: bigint | null): Promise<FeeRules> {
  const rules = await listFeeRules(db, holderId);
  const now = realNow();
  return { inForce: inOrder(rulesInForce(rules, now)), toCome: rulesToCome(rules, now) };
}

/** Of the accounts with fees of their own, so many are named. */
const accountsNamedMax = 5;

/** Which accounts have fees of their own now. */
export const readOwnFees = (db: Database): Promise<OwnFees> => findAccountsWithFees(db, realNow(), accountsNamedMax);
