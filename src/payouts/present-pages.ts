/** Payouts in the words of a person's own pages. Pure. Of an account number only the end is shown. */
import type { OwedByLink } from '../holders/links.repository.ts';
import type { AccountKind } from '../ledger/accounts.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import { type BankAccount, maskedNumber } from './bank-account.ts';
import type { Drawable } from './pages.repository.ts';
import type { Payout, PayoutStatus } from './payout.ts';

/** Names one account in a form. What a form sends is looked up among the person's own, and never trusted. */
export const drawableKey = ({ ownerHolderId, holderId, kind, linkId, currency }: Drawable): string =>
  [ownerHolderId, holderId, linkId === null ? kind : `${kind}-${linkId}`, currency].join('.');

/** Whoever is both a customer and a courier has two accounts, often under one name. */
export const kindWord = (kind: string): string => (kind === 'customer' ? 'wallet' : kind);

const accountWords: Partial<Record<AccountKind, string>> = {
  wallet: 'Wallet',
  commission: 'Commission',
  clearing: 'Clearing',
  earnings: 'Earnings',
};

const accountWord = (kind: AccountKind): string => accountWords[kind] ?? kind;

export const presentDrawable = (drawable: Drawable) => ({
  key: drawableKey(drawable),
  what: accountWord(drawable.kind),
  name: drawable.name,
  amount: formatDecimal(drawable.balance, exponentOf(drawable.currency)),
  currency: drawable.currency,
});

/** A debt is no balance: it is told beside them, and comes out of the next earnings (docs/ledger.md, "Debts"). */
export const presentOwedByLink = ({ companyName, amount, currency }: OwedByLink) => ({
  company: companyName,
  amount: formatDecimal(amount, exponentOf(currency)),
  currency,
});

/** One word and one colour for one state, everywhere. */
const badges: Record<PayoutStatus, { word: string; kind: string }> = {
  requested: { word: 'Requested', kind: 'waiting' },
  approved: { word: 'Approved', kind: 'waiting' },
  sent: { word: 'Sent', kind: 'waiting' },
  completed: { word: 'Completed', kind: 'done' },
  rejected: { word: 'Rejected', kind: 'ended' },
  cancelled: { word: 'Cancelled', kind: 'ended' },
  failed: { word: 'Failed', kind: 'ended' },
};

export const presentOwnPayout = (payout: Payout, mayAct: boolean, displayTime: (at: Date) => string) => ({
  id: payout.id,
  what: accountWord(payout.accountKind),
  amount: formatDecimal(payout.amount, exponentOf(payout.currency)),
  currency: payout.currency,
  fee: payout.fee > 0n ? formatDecimal(payout.fee, exponentOf(payout.currency)) : undefined,
  badge: badges[payout.status],
  reason: payout.reason,
  time: displayTime(payout.createdAt),
  instant: payout.createdAt.toISOString(),
  mayCancel: mayAct && payout.status === 'requested',
});

export const presentOwnBank = (account: BankAccount) => ({
  id: account.id,
  number: maskedNumber(account),
  name: account.accountName,
  country: account.country,
  currency: account.currency,
});
