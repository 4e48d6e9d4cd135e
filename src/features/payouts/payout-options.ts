/** What a payout of a holder can draw from and go to, on which terms. Reads only; nothing here moves money. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { greatest, least } from '../../base/money/compare.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findFunds, spendableClearing, spendableCommission } from '../../core/ledger/spendable.ts';
import type { BankAccount } from './bank-account.ts';
import { listBankAccounts } from './bank-accounts.repository.ts';
import { type Drawable, listDrawable, listOwnDebts } from './payout-sources.repository.ts';
import { findRule, type PayoutRule, sumRequested } from './payouts.repository.ts';
import { limitWindowMs } from './request-payout.ts';

export type Source = Drawable & {
  /** Minor units, as everything here: what may be drawn now. */
  spendable: bigint;
  /** In clearing: reserved for orders that customers have paid and that have not settled. */
  reserved: bigint;
  /** To the company for earnings, else to the service; recovered from what comes in next. */
  debt: bigint;
  rule: PayoutRule;
  /** What is left of the limit of 24 hours; null: no limit. */
  limitLeft: bigint | null;
  /** The time of the book that it is drawn from, which dates a payout. */
  now: Date;
};

type Reads = { db: Database | Tx; clock: Clock };

export async function listSources({ db, clock }: Reads, owner: Book): Promise<Source[]> {
  const { mode } = owner;
  const drawable = await listDrawable(db, owner);
  const debts = await listOwnDebts(db, owner);
  const terms = new Map<string, Pick<Source, 'rule' | 'limitLeft' | 'now'>>();
  const sources: Source[] = [];
  for (const one of drawable) {
    const { currency, holderId } = one;
    const key = `${holderId} ${currency}`;
    const known = terms.get(key) ?? (await termsOf(db, owner, currency, clock.now(holderId, mode)));
    terms.set(key, known);
    const debt = debts.find(({ linkId, currency: of }) => linkId === one.linkId && of === currency)?.amount ?? 0n;
    const { spendable, reserved } = await spendableOf(db, one, mode);
    sources.push({ ...one, ...known, debt, reserved, spendable: greatest(spendable, 0n) });
  }
  return sources;
}

async function termsOf(db: Reads['db'], { holderId, mode }: Book, currency: string, now: Date) {
  const rule = await findRule(db, currency);
  if (rule.dailyLimit === null) return { rule, limitLeft: null, now };
  const since = new Date(now.getTime() - limitWindowMs);
  const requested = await sumRequested(db, { ownerHolderId: holderId, mode, currency }, since);
  return { rule, limitLeft: rule.dailyLimit - least(requested, rule.dailyLimit), now };
}

async function spendableOf(db: Database | Tx, { holderId, currency, kind, balance }: Drawable, mode: Book['mode']) {
  if (kind !== 'clearing' && kind !== 'commission') return { spendable: balance, reserved: 0n };
  const funds = await findFunds(db, { holderId, mode, currency });
  return kind === 'clearing'
    ? { spendable: spendableClearing(funds), reserved: funds.paidOrders }
    : { spendable: spendableCommission(funds), reserved: 0n };
}

/** The active bank accounts, newest first. */
export async function listDestinations(db: Database, { holderId }: Book): Promise<BankAccount[]> {
  return (await listBankAccounts(db, holderId)).filter(({ status }) => status === 'active');
}
