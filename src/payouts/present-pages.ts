/** Payouts as shown on a person's /account pages. Pure. Account numbers are masked. */
import type { OwedByLink } from '../holders/links.repository.ts';
import type { AccountKind } from '../ledger/accounts.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import { type BankAccount, maskedNumber } from './bank-account.ts';
import type { Payout, PayoutStatus } from './payout.ts';
import type { Drawable } from './payout-pages.repository.ts';

/**
 * The value that identifies an account in a form. On submit it is looked up among the person's own accounts, so it need
 * not be trusted.
 */
export const drawableKey = ({ ownerHolderId, holderId, kind, linkId, currency }: Drawable): string =>
  [ownerHolderId, holderId, linkId === null ? kind : `${kind}-${linkId}`, currency].join('.');

/** Distinguishes the holders of a person who is, say, both a customer and a courier under the same name. */
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

/** A debt is shown beside the balances and recovered from the next earnings (docs/ledger.md, "Debts"). */
export const presentOwedByLink = ({ companyName, amount, currency }: OwedByLink) => ({
  company: companyName,
  amount: formatDecimal(amount, exponentOf(currency)),
  currency,
});

/** Each state has the same word and colour everywhere. */
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
