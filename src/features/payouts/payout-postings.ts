/**
 * The transfers of each step of a payout (docs/ledger.md, "What is posted"). Pure. The whole amount moves to
 * `payouts:pending` on request; the fee is taken from it on approval, and the rest goes to the bank when it is sent.
 */
import { type Account, type AccountRef, accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferCode, TransferDraft } from '../../core/ledger/transfer.ts';
import { accountOf, drawnAccount, type Payout } from './payout.ts';

/** What the bank pays out, in minor units. */
export const netOf = ({ amount, fee }: Pick<Payout, 'amount' | 'fee'>): bigint => amount - fee;

/** Every account that a payout can touch, so that all are locked together in id order. */
export const accountsOf = (payout: Payout): AccountRef[] => accountsDrawnWith(accountOf(payout));

/** As `accountsOf`, before there is a payout. @param account the one that it draws from. */
export const accountsDrawnWith = (account: AccountRef): AccountRef[] => [
  account,
  accountIn(account, ledgerAccount.payoutsPending),
  accountIn(account, ledgerAccount.fees),
  accountIn(account, ledgerAccount.outside('bank')),
];

type Move = { from: Account; to: Account; amount: bigint; code: TransferCode; line: number };

function drafts(payout: Payout, moves: Move[]): TransferDraft[] {
  return moves
    .filter((move) => move.amount > 0n)
    .map(({ from, to, ...move }) => ({
      ...move,
      from: accountIn(payout, from),
      to: accountIn(payout, to),
      subject: subjectOf.payout(payout.id),
    }));
}

const pending = ledgerAccount.payoutsPending;
const bank = ledgerAccount.outside('bank');

export const requestedDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [{ from: drawnAccount(payout), to: pending, amount: payout.amount, code: 'payout', line: 0 }]);

export const approvedDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [{ from: pending, to: ledgerAccount.fees, amount: payout.fee, code: 'payout_fee', line: 0 }]);

export const sentDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [{ from: pending, to: bank, amount: netOf(payout), code: 'payout_sent', line: 0 }]);

/** Reverses every step posted so far. @param payout before its state changes. */
export const returnedDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [
    ...(payout.sentAt === null
      ? []
      : [{ from: bank, to: pending, amount: netOf(payout), code: 'payout_returned' as const, line: 1 }]),
    ...(payout.approvedAt === null
      ? []
      : [{ from: ledgerAccount.fees, to: pending, amount: payout.fee, code: 'payout_fee_returned' as const, line: 0 }]),
    { from: pending, to: drawnAccount(payout), amount: payout.amount, code: 'payout_returned', line: 0 },
  ]);
