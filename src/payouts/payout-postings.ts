/**
 * What each step of a payout posts (docs/ledger.md, "What is posted"). Pure. Asked, the whole amount waits in
 * `payouts:pending`; the fee is taken when the operator approves, and the rest goes to the bank when it is sent.
 */
import { type Account, type AccountRef, accountIn, ledgerAccount } from '../ledger/accounts.ts';
import { subjectOf } from '../ledger/subject.ts';
import type { TransferCode, TransferDraft } from '../ledger/transfer.ts';
import { accountOf, drawnAccount, type Payout } from './payout.ts';

/** What the bank gets, in minor units. */
export const netOf = ({ amount, fee }: Pick<Payout, 'amount' | 'fee'>): bigint => amount - fee;

/** Every account a payout can touch, so that they are held together, in one order. */
export const accountsOf = (payout: Payout): AccountRef[] => [
  accountOf(payout),
  accountIn(payout, ledgerAccount.payoutsPending),
  accountIn(payout, ledgerAccount.fees),
  accountIn(payout, ledgerAccount.outside('bank')),
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

export const askedDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [{ from: drawnAccount(payout), to: pending, amount: payout.amount, code: 'payout', line: 0 }]);

export const approvedDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [{ from: pending, to: ledgerAccount.fees, amount: payout.fee, code: 'payout_fee', line: 0 }]);

export const sentDrafts = (payout: Payout): TransferDraft[] =>
  drafts(payout, [{ from: pending, to: bank, amount: netOf(payout), code: 'payout_sent', line: 0 }]);

/** Everything back the way it came, as far as it had come. @param payout as it was before it ended. */
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
