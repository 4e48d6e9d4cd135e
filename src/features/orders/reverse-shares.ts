/**
 * Takes shares of a settled order back from its parties, as far as each balance goes; the rest becomes the link's debt
 * to the company (docs/ledger.md, "What is posted"). Shadow shares are reversed in the shadow ledger, claimed ones like
 * any settled share; amounts paid outside are not taken back. Must only run with the order locked.
 */
import { least } from '../../base/money/compare.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { type AccountRef, accountKey, isShadow, ledgerAccount } from '../../core/ledger/accounts.ts';
import { debtDraft } from '../../core/ledger/debts.ts';
import { openAndLockAccounts, post } from '../../core/ledger/post.ts';
import type { Subject } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { type Order, type OrderSplit, type SplitAmount, splitAt } from './order.ts';
import { accountOf, payeeOf } from './payees.ts';
import { shadowShareTaken } from './shadow-shares.ts';

/** What is taken from one account for one split; minor units. */
type Portion = { line: number; from: AccountRef; amount: bigint; code: 'reversal' | 'claim_reversed' };

/**
 * Posts the reversals for the amounts in `taken`. @returns whether the company's real clearing was credited.
 * @param subject what the transfers belong to; once per subject.
 */
export async function reverseShares(
  { tx, at }: UnitOfWork,
  order: Order,
  taken: readonly SplitAmount[],
  subject: Subject,
): Promise<{ clearingGrew: boolean }> {
  const portions = portionsOf(order, taken);
  const locked = await openAndLockAccounts(
    tx,
    portions.flatMap(({ from }) => [from, payerFor(order, from)]),
  );
  const balances = new Map([...locked].map(([key, row]) => [key, row.balance]));
  const drafts = portions.flatMap((portion) => draftsOf(order, portion, balances, subject));

  await post(tx, drafts, at);
  return { clearingGrew: drafts.some((draft) => draft.to.kind === 'clearing') };
}

const payerFor = (order: Order, payee: AccountRef): AccountRef =>
  accountOf(order, isShadow(payee) ? ledgerAccount.shadowClearing : ledgerAccount.clearing);

function portionsOf(order: Order, taken: readonly SplitAmount[]): Portion[] {
  return taken.flatMap(({ line, amount }) => {
    if (amount === 0n) return [];
    const split = splitAt(order, line);
    const payee = payeeOf(order, split);
    return order.isShadow
      ? shadowPortions(order, split, line, amount, payee)
      : [{ line, from: payee, amount, code: 'reversal' as const }];
  });
}

function shadowPortions(order: Order, split: OrderSplit, line: number, amount: bigint, payee: AccountRef): Portion[] {
  const { owed, claimed } = shadowShareTaken(split, amount);
  const portions: Portion[] = [];
  if (owed > 0n) portions.push({ line, from: payee, amount: owed, code: 'reversal' });
  if (claimed > 0n && order.claimLinkId !== null && split.type === 'merchant') {
    const from = accountOf(order, ledgerAccount.earnings(order.claimLinkId));
    portions.push({ line, from, amount: claimed, code: 'claim_reversed' });
  }
  return portions;
}

/**
 * @param balances of the locked accounts; reduced by each reversal, so that two splits of one party share one balance.
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
  // Missing commission becomes no debt: like clearing, it is the company's own money.
  const owes = !isShadow(from) && from.kind !== 'commission';
  if (owed > 0n && owes) drafts.push(debtDraft(from, { amount: owed, code: 'reversal_debt', subject, line }));
  return drafts;
}
