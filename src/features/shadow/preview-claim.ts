/** Previews a claim from the same plan, without locks or writes (docs/ledger.md, "What is posted"). */

import type { Database } from '../../base/database/pool.ts';
import { inSnapshot } from '../../base/database/transaction.ts';
import { greatest, least } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import {
  type Account,
  type AccountRef,
  accountIn,
  accountKey,
  type Book,
  ledgerAccount,
} from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { findDebts } from '../../core/ledger/recover-debts.ts';
import { findFunds, spendableClearing } from '../../core/ledger/spendable.ts';
import { type ClaimTarget, checkParties, chooseOrders } from './claim-shadow-orders.ts';
import { type ClaimLine, claimCosts, claimLines } from './plan-claim.ts';
import { findOrders } from './shadow-orders.repository.ts';

/** Minor units. `missing` above 0: the claim would fail. */
type PreviewedTotal = {
  currency: string;
  amount: bigint;
  recovered: bigint;
  spendable: bigint;
  missing: bigint;
};

export type ClaimPreview = { lines: ClaimLine[]; ordersLeft: number; totals: PreviewedTotal[] };

/**
 * @throws AppError `forbidden`, and all that a claim throws except `insufficient_funds`, which `missing` shows instead.
 */
export async function previewClaim(actor: Actor, db: Database, book: Book, target: ClaimTarget): Promise<ClaimPreview> {
  authorize(actor, 'shadow.preview_claim', book);
  // One snapshot, so that orders, balances and debts are consistent.
  return inSnapshot(db, async (tx) => {
    await checkParties(tx, book, target);
    const { portions, ordersLeft } = await chooseOrders(tx, book, target, findOrders);
    const lines = claimLines(portions);
    const totals: PreviewedTotal[] = [];
    for (const [currency, amount] of claimCosts(lines)) {
      const account = (one: Account): AccountRef => accountIn({ ...book, currency }, one);
      const earnings = account(ledgerAccount.earnings(target.linkId));
      const debt = (await findDebts(tx, [earnings])).get(accountKey(earnings)) ?? 0n;
      const after = (await findBalance(tx, earnings)) + amount;
      const spendable = spendableClearing(await findFunds(tx, { ...book, currency }));
      const missing = greatest(amount - spendable, 0n);
      totals.push({ currency, amount, recovered: least(debt, after), spendable: greatest(spendable, 0n), missing });
    }
    return { lines, ordersLeft, totals };
  });
}
