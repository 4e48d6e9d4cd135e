/**
 * Cash that links collect from a company's customers (docs/ledger.md, "Cash on delivery"): pure. What a link holds is a memo
 * in the company's book. Whatever it earns is netted against it: the link keeps as much of the cash, and clearing has its
 * share back.
 */
import { least } from '../../base/money/compare.ts';
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

/** A bank transfer brought more than its payee held: what is above is the payee's own. `clearing → earnings`. Minor units. */
export const overpaidDraft = (earnings: AccountRef, part: Part): TransferDraft => ({
  ...part,
  from: accountIn(earnings, ledgerAccount.clearing),
  to: earnings,
  code: 'cash_overpaid',
});

/** What becomes of a bank transfer of cash that is taken back: held again, taken from earnings, and owed. Minor units. */
export type TakenBackCash = { held: bigint; earned: bigint; owed: bigint };

/**
 * As if the rest alone had arrived: what was above the cash held goes first. @param earnings what is left of the link's.
 * @param amount that is taken back; minor units.
 */
export function takenBackCash(
  credited: { amount: bigint; handedOver: bigint },
  amount: bigint,
  link: { hasEnded: boolean; earnings: bigint },
): TakenBackCash {
  const above = least(credited.amount - credited.handedOver, amount);
  const held = link.hasEnded ? 0n : amount - above;
  const earned = least(above, link.earnings);
  return { held, earned, owed: amount - held - earned };
}

/** @param earnings of the link whose transfer it was. */
export function takenBackDrafts(
  earnings: AccountRef,
  { held, earned, owed }: TakenBackCash,
  subject: TransferDraft['subject'],
): TransferDraft[] {
  const heldAgain: TransferDraft = {
    ...{ amount: held, subject, line: 0, code: 'cash_transfer_reversed' },
    from: offset(earnings),
    to: cashAccountOf(earnings) as AccountRef,
  };
  const returned: TransferDraft = {
    ...{ amount: earned, subject, line: 0, code: 'cash_overpaid_reversed' },
    from: earnings,
    to: accountIn(earnings, ledgerAccount.clearing),
  };
  const debt = debtDraft(earnings, { amount: owed, subject, line: 1, code: 'cash_transfer_reversed' });
  return [heldAgain, returned, debt].filter(({ amount }) => amount > 0n);
}
