/**
 * The vocabulary of accounts: purposes, and which of them may go below zero (docs/ledger.md, "Accounts").
 * Pure: knows nothing of rows.
 */
import type { Mode } from '../money/mode.ts';

export type Book = { holderId: bigint; mode: Mode };

/** One currency and one purpose inside one book. */
export type AccountRef = Book & { currency: string; purpose: string };

export const purpose = {
  clearing: 'clearing',
  commission: 'commission',
  wallet: 'wallet',
  fees: 'fees',
  transit: 'transit',
  /** The service's own: money it has laid out for a holder whose balance was too small. */
  advances: 'advances',
  /** Memo: what the holder owes the service. `debts` is its other end. */
  debt: 'debt',
  debts: 'debts',
  /** Asked for, and not yet on its way to the bank. */
  payoutsPending: 'payouts:pending',
  /** Memo: what a merchant or courier owes this company. */
  linkDebt: (linkId: bigint) => `debt:${linkId}`,
  earnings: (linkId: bigint) => `earnings:${linkId}`,
  outside: (source: 'bank' | 'card' | 'onlinewallet') => `outside:${source}`,
  shadowClearing: 'shadow:clearing',
  shadowCommission: 'shadow:commission',
  shadowMerchant: (ref: string) => `shadow:earnings:ref:${ref}`,
  shadowMerchantByName: (name: string) => `shadow:earnings:name:${name}`,
  shadowUnnamed: 'shadow:earnings:unnamed',
  shadowCourier: (linkId: bigint) => `shadow:earnings:courier:${linkId}`,
  shadowUnnamedCourier: 'shadow:earnings:unnamed-courier',
} as const;

const earningsPrefix = 'earnings:';

/** The link an `earnings` account belongs to, or undefined for any other purpose. */
export function linkOfEarnings(accountPurpose: string): bigint | undefined {
  return accountPurpose.startsWith(earningsPrefix) ? BigInt(accountPurpose.slice(earningsPrefix.length)) : undefined;
}

/** No balance goes beyond it, in minor units and either way. The database holds the same value as a CHECK. */
export const balanceMax = 10n ** 18n;

export const isShadow = (accountPurpose: string): boolean => accountPurpose.startsWith('shadow:');

/**
 * The lowest balance in minor units, or null where an account may go below zero. The database holds the same value as
 * a CHECK. Every account of the service itself may go below zero; it is told by `ofService`.
 */
export function floorOf(accountPurpose: string, ofService: boolean): bigint | null {
  if (ofService) return null;
  const unbounded =
    accountPurpose === purpose.fees ||
    accountPurpose === purpose.transit ||
    accountPurpose === purpose.debts ||
    accountPurpose === purpose.shadowClearing ||
    accountPurpose.startsWith('outside:');
  return unbounded ? null : 0n;
}

export const accountKey = (ref: AccountRef): string => `${ref.holderId}/${ref.mode}/${ref.currency}/${ref.purpose}`;
