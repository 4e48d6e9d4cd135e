/**
 * A bank transfer that paid a payment and that the bank took back (docs/ledger.md, "Payments by bank transfer"): a dispute that is
 * lost from the start, since no bank asks for evidence. Pure.
 */
import type { Dispute } from '../providers/provider.ts';

/** The reason of such a dispute. */
export const recalled = 'recalled';

/** What the ids of such disputes begin with. */
export const recallPrefix = 'bank_line_';

/** The dispute of a line: the first, and one for each time that it was undone and taken again. */
export const recallIdOf = (lineId: bigint, undone: bigint): string =>
  undone === 0n ? `${recallPrefix}${lineId}` : `${recallPrefix}${lineId}_${undone + 1n}`;

/** Whether it was taken back with this line. */
export const isOfLine = (lineId: bigint, disputeId: string): boolean =>
  `${disputeId}_`.startsWith(`${recallPrefix}${lineId}_`);

/** @param line of the statement that took it. @param amount minor units, above 0. */
export const recallOf = (
  id: string,
  line: { currency: string },
  attemptId: string,
  amount: bigint,
): Dispute & { standing: object } => ({
  id,
  attemptId,
  amount,
  currency: line.currency,
  withdrawals: 1,
  returns: 0,
  fee: undefined,
  standing: { status: 'lost', reason: recalled, evidenceDueAt: null },
});

/** The money is back with the payee: the line took something else. */
export const undoneRecallOf = (
  { id, amount, currency, withdrawals }: Pick<Dispute, 'id' | 'amount' | 'currency' | 'withdrawals'>,
  attemptId: string,
): Dispute & { standing: object } => ({
  ...{ id, attemptId, amount, currency, withdrawals, returns: withdrawals, fee: undefined },
  standing: { status: 'won', reason: recalled, evidenceDueAt: null },
});
