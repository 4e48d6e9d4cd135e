/**
 * What a holder owes, and how a credit pays it off: pure (docs/ledger.md, "Debts"). A link owes the company it
 * earns in; a company's clearing and a wallet owe the service, which has laid money out. A debt is a memo, never money.
 */
import { type AccountRef, accountIn, ledgerAccount } from './accounts.ts';
import { serviceHolderId } from './post.ts';
import type { TransferDraft } from './transfer.ts';

/** The memo account of what is owed by whoever this account is for, or undefined where nothing can be owed. */
export function debtAccountOf(credited: AccountRef): AccountRef | undefined {
  if (credited.kind === 'earnings') return accountIn(credited, ledgerAccount.linkDebt(credited.linkId));
  const owes = credited.kind === 'clearing' || credited.kind === 'wallet';
  return owes ? accountIn(credited, ledgerAccount.debt) : undefined;
}

/** A debt that comes to be: `debts → debt`. @param amount minor units. */
export const debtDraft = (
  credited: AccountRef,
  draft: Pick<TransferDraft, 'amount' | 'code' | 'subject' | 'line'>,
): TransferDraft => ({
  ...draft,
  from: accountIn(credited, ledgerAccount.debts),
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
    to: accountIn(credited, ledgerAccount.debts),
    code: 'debt_recovered',
  };
  if (credited.kind === 'earnings') {
    return [{ ...base, from: credited, to: accountIn(credited, ledgerAccount.clearing), code: 'debt_recovery' }, memo];
  }
  const service = { ...credited, holderId: serviceHolderId };
  return [
    { ...base, from: credited, to: accountIn(credited, ledgerAccount.transit), code: 'debt_recovery' },
    {
      ...base,
      from: accountIn(service, ledgerAccount.transit),
      to: accountIn(service, ledgerAccount.advances),
      code: 'debt_recovery',
    },
    memo,
  ];
}
