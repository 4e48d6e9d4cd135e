/**
 * A bank transfer that paid a payment and that the bank took back (docs/ledger.md, "Payments by bank transfer"): a dispute that is
 * lost from the start, since no bank asks for evidence. Pure.
 */
import type { Dispute } from '../providers/provider.ts';

/** The reason of such a dispute. */
export const recalled = 'recalled';

/** @param line of the statement that took it. @param amount minor units, above 0. */
export const recallOf = (
  line: { id: bigint; currency: string },
  attemptId: string,
  amount: bigint,
): Dispute & { standing: object } => ({
  id: `bank_line_${line.id}`,
  attemptId,
  amount,
  currency: line.currency,
  withdrawals: 1,
  returns: 0,
  fee: undefined,
  standing: { status: 'lost', reason: recalled, evidenceDueAt: null },
});
