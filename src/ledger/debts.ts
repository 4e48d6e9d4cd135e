/**
 * What a holder owes, and how a credit pays it off: pure (docs/ledger.md, "Debts"). A link owes the company it
 * earns in; a company's clearing and a wallet owe the service, which has laid money out. A debt is a memo, never money.
 */
import { type AccountRef, linkOfEarnings, purpose } from './accounts.ts';
import { serviceHolderId } from './post.ts';
import type { TransferDraft } from './transfer.ts';

const sibling = (ref: AccountRef, accountPurpose: string): AccountRef => ({ ...ref, purpose: accountPurpose });

/** The memo account of what is owed by whoever this account is for, or undefined where nothing can be owed. */
export function debtAccountOf(credited: AccountRef): AccountRef | undefined {
  const linkId = linkOfEarnings(credited.purpose);
  if (linkId !== undefined) return sibling(credited, purpose.linkDebt(linkId));
  const owes = credited.purpose === purpose.clearing || credited.purpose === purpose.wallet;
  return owes ? sibling(credited, purpose.debt) : undefined;
}

/** A debt that comes to be: `debts → debt`. @param amount minor units. */
export const debtDraft = (
  credited: AccountRef,
  draft: Pick<TransferDraft, 'amount' | 'code' | 'subject' | 'line'>,
): TransferDraft => ({
  ...draft,
  from: sibling(credited, purpose.debts),
  to: debtAccountOf(credited) as AccountRef,
});

/** What pays `amount` of a debt off: the money, and the memo backwards. */
export function recoveryDrafts(
  credited: AccountRef,
  { amount, subject, line }: Pick<TransferDraft, 'amount' | 'subject' | 'line'>,
): TransferDraft[] {
  const base = { amount, subject, line } as const;
  const memo: TransferDraft = {
    ...base,
    from: debtAccountOf(credited) as AccountRef,
    to: sibling(credited, purpose.debts),
    code: 'debt_recovered',
  };
  if (linkOfEarnings(credited.purpose) !== undefined) {
    return [{ ...base, from: credited, to: sibling(credited, purpose.clearing), code: 'debt_recovery' }, memo];
  }
  const ofService = (accountPurpose: string): AccountRef => ({
    ...credited,
    holderId: serviceHolderId,
    purpose: accountPurpose,
  });
  return [
    { ...base, from: credited, to: sibling(credited, purpose.transit), code: 'debt_recovery' },
    { ...base, from: ofService(purpose.transit), to: ofService(purpose.advances), code: 'debt_recovery' },
    memo,
  ];
}
