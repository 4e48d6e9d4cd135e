/**
 * Taking shares of a settled order back from its parties (docs/ledger.md, "What is posted"): as far as each balance
 * goes; what a link no longer has becomes its debt to the company. Shadow shares go back in the shadow ledger, claimed
 * ones like any settled share, and what was paid outside stays with who has it. Must only run with the order locked.
 */
import type { Tx } from '../database/transaction.ts';
import { type AccountRef, accountKey, isShadow, ledgerAccount } from '../ledger/accounts.ts';
import { debtDraft } from '../ledger/debts.ts';
import { holdAccounts, post } from '../ledger/post.ts';
import type { Subject } from '../ledger/subject.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { least } from '../money/compare.ts';
import type { Order, Split } from './order.ts';
import { accountOf, payeeOf } from './payees.ts';
import { shadowShareTaken } from './shadow-shares.ts';

/** What is taken of one split, by where it is taken from; minor units. */
type Portion = { line: number; from: AccountRef; amount: bigint; code: 'reversal' | 'claim_reversed' };

/**
 * Posts what `taken`, by split, takes back. @returns the accounts of the real ledger's clearing that grew, if it did.
 * @param subject what the transfers belong to; once for each.
 */
export async function reverseShares(
  tx: Tx,
  order: Order,
  taken: readonly bigint[],
  subject: Subject,
  at: Date,
): Promise<{ clearingGrew: boolean }> {
  const portions = portionsOf(order, taken);
  const held = await holdAccounts(
    tx,
    portions.flatMap(({ from }) => [from, payerFor(order, from)]),
  );
  const balances = new Map([...held].map(([key, row]) => [key, row.balance]));
  const drafts = portions.flatMap((portion) => draftsOf(order, portion, balances, subject));

  await post(tx, drafts, at);
  return { clearingGrew: drafts.some((draft) => draft.to.kind === 'clearing') };
}

const payerFor = (order: Order, payee: AccountRef): AccountRef =>
  accountOf(order, isShadow(payee) ? ledgerAccount.shadowClearing : ledgerAccount.clearing);

function portionsOf(order: Order, taken: readonly bigint[]): Portion[] {
  return order.splits.flatMap((split, line) => {
    const amount = taken[line] ?? 0n;
    if (amount === 0n) return [];
    const payee = payeeOf(order, split);
    return order.isShadow
      ? shadowPortions(order, split, line, amount, payee)
      : [{ line, from: payee, amount, code: 'reversal' as const }];
  });
}

function shadowPortions(order: Order, split: Split, line: number, amount: bigint, payee: AccountRef): Portion[] {
  const { owed, claimed } = shadowShareTaken(order, line, amount);
  const portions: Portion[] = [];
  if (owed > 0n) portions.push({ line, from: payee, amount: owed, code: 'reversal' });
  if (claimed > 0n && order.claimLinkId !== null && split.type === 'merchant') {
    const from = accountOf(order, ledgerAccount.earnings(order.claimLinkId));
    portions.push({ line, from, amount: claimed, code: 'claim_reversed' });
  }
  return portions;
}

/**
 * @param balances of the held accounts; lowered by what is taken, so that two splits of one party share one balance.
 */
function draftsOf(order: Order, portion: Portion, balances: Map<string, bigint>, subject: Subject): TransferDraft[] {
  const { line, from, amount, code } = portion;
  const key = accountKey(from);
  const balance = balances.get(key) ?? 0n;
  const covered = least(amount, balance);
  balances.set(key, balance - covered);
  const drafts: TransferDraft[] = [];
  if (covered > 0n) drafts.push({ from, to: payerFor(order, from), amount: covered, code, subject, line });
  const owed = amount - covered;
  // Commission that is short owes nobody: it is the company's own money, like clearing.
  const owes = !isShadow(from) && from.kind !== 'commission';
  if (owed > 0n && owes) drafts.push(debtDraft(from, { amount: owed, code: 'reversal_debt', subject, line }));
  return drafts;
}
