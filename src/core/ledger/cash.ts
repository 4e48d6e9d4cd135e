/**
 * Cash that links collect from a company's customers (docs/ledger.md, "Cash on delivery"): pure. What a link holds is a memo
 * in the company's book. Whatever it earns is netted against it: the link keeps as much of the cash, and clearing has its
 * share back.
 */
import { type AccountRef, accountIn, ledgerAccount } from './accounts.ts';
import { debtDraft } from './debts.ts';
import type { TransferDraft } from './transfer.ts';

type Part = Pick<TransferDraft, 'amount' | 'subject' | 'line'>;

/** The memo of the cash that a link holds, by its earnings account; undefined for other accounts. */
export const cashAccountOf = (credited: AccountRef): AccountRef | undefined =>
  credited.kind === 'earnings' ? accountIn(credited, ledgerAccount.linkCash(credited.linkId)) : undefined;

const offset = (credited: AccountRef): AccountRef => accountIn(credited, ledgerAccount.cash);

/** A link collected cash: `cash → cash:<link>`. @param earnings of the link. Minor units. */
export const collectedDraft = (earnings: AccountRef, part: Part): TransferDraft => ({
  ...part,
  from: offset(earnings),
  to: cashAccountOf(earnings) as AccountRef,
  code: 'cash_collected',
});

/** What a link earned is netted against the cash it holds: the money back to clearing, and the memo. Minor units. */
export const nettingDrafts = (earnings: AccountRef, part: Part): TransferDraft[] => [
  { ...part, from: earnings, to: accountIn(earnings, ledgerAccount.clearing), code: 'cash_netting' },
  { ...part, from: cashAccountOf(earnings) as AccountRef, to: offset(earnings), code: 'cash_netted' },
];

/** How cash leaves a link's hands, other than by netting: to its company, back to a customer, or as a debt from now on. */
export type HandoverCode = 'cash_handed_over' | 'cash_returned' | 'cash_owed';

/** A link holds the cash no longer: `cash:<link> → cash`, and what it still owes is a debt. Minor units. */
export function handoverDrafts(earnings: AccountRef, part: Omit<Part, 'line'>, code: HandoverCode): TransferDraft[] {
  const memo = { ...part, line: 0, from: cashAccountOf(earnings) as AccountRef, to: offset(earnings), code };
  return code === 'cash_owed' ? [memo, debtDraft(earnings, { ...part, line: 1, code })] : [memo];
}
