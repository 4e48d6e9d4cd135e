/**
 * A holder's debts and their recovery from credits: pure (docs/ledger.md, "Debts"). A link owes the company it earns
 * in; a company's clearing and a wallet owe the service, which has advanced money. A debt is a memo, never money.
 */
import { type AccountRef, accountIn, ledgerAccount } from './accounts.ts';
import { serviceHolderId } from './post.ts';
import type { TransferDraft } from './transfer.ts';

type Part = Pick<TransferDraft, 'amount' | 'subject' | 'line'>;

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
export function recoveryDrafts(credited: AccountRef, { amount, subject, line }: Part): TransferDraft[] {
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

/** Reduces the memo: `debt → debts`. */
const reducedDraft = (credited: AccountRef, part: Part, code: 'debt_repaid' | 'debt_written_off'): TransferDraft => ({
  ...part,
  from: debtAccountOf(credited) as AccountRef,
  to: accountIn(credited, ledgerAccount.debts),
  code,
});

const accountOfService = (credited: AccountRef, account: typeof ledgerAccount.fees): AccountRef =>
  accountIn({ ...credited, holderId: serviceHolderId }, account);

/**
 * A debt that was repaid outside the service. What is owed to the service is money in its bank account: it is credited and
 * recovered. What a link owes is the company's own money elsewhere: only the memo changes. In minor units.
 */
export function repaidDrafts(credited: AccountRef, part: Part): TransferDraft[] {
  if (credited.kind === 'earnings') return [reducedDraft(credited, part, 'debt_repaid')];
  const from = accountIn(credited, ledgerAccount.outside('bank'));
  return [{ ...part, from, to: credited, code: 'debt_repaid' }, ...recoveryDrafts(credited, part)];
}

/** A debt is written off. What was owed to the service is its loss; clearing bore a link's debt already. In minor units. */
export function writtenOffDrafts(credited: AccountRef, part: Part): TransferDraft[] {
  const memo = reducedDraft(credited, part, 'debt_written_off');
  if (credited.kind === 'earnings') return [memo];
  const from = accountOfService(credited, ledgerAccount.fees);
  return [memo, { ...part, from, to: accountOfService(credited, ledgerAccount.advances), code: 'debt_written_off' }];
}

/** What was written off is owed again, because what made the debt was undone. In minor units. */
export function writeOffReversedDrafts(credited: AccountRef, part: Part): TransferDraft[] {
  const memo = debtDraft(credited, { ...part, code: 'write_off_reversed' });
  if (credited.kind === 'earnings') return [memo];
  const from = accountOfService(credited, ledgerAccount.advances);
  return [memo, { ...part, from, to: accountOfService(credited, ledgerAccount.fees), code: 'write_off_reversed' }];
}
