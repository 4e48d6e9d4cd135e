/**
 * A holder's debts and their recovery from credits: pure (docs/ledger.md, "Debts"). A link owes the company it earns
 * in; a company's clearing and a wallet owe the service, which has advanced money. A debt is a memo, never money.
 */
import { type AccountRef, accountIn, ledgerAccount } from './accounts.ts';
import { serviceHolderId } from './post.ts';
import type { TransferDraft } from './transfer.ts';

/** The memo account for the debt recovered from this account, or undefined where there can be no debt. */
export function debtAccountOf(credited: AccountRef): AccountRef | undefined {
  if (credited.kind === 'earnings') return accountIn(credited, ledgerAccount.linkDebt(credited.linkId));
  const owes = credited.kind === 'clearing' || credited.kind === 'wallet';
  return owes ? accountIn(credited, ledgerAccount.debt) : undefined;
}

/** Records a new debt: `debts → debt`. @param amount minor units. */
export const debtDraft = (
  credited: AccountRef,
  draft: Pick<TransferDraft, 'amount' | 'code' | 'subject' | 'line'>,
): TransferDraft => ({
  ...draft,
  from: accountIn(credited, ledgerAccount.debts),
  to: debtAccountOf(credited) as AccountRef,
});

/** Recovers `amount` of a debt: the transfer of money, and the reversal of the memo. In minor units. */
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
