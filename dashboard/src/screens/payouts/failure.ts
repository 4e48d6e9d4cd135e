/** Why a payout came back, and whether the owner needs to do something about it. */
import type { Payout } from '../../api/types.ts';

/** In words, or as banks' codes for them: AC01, AC04 and their like. */
const aboutAccount =
  /\baccount\b.*\b(closed|blocked|not found|unknown|(does not|doesn.t) exist|no longer exists)\b|\bAC0[1-7]\b/i;
const closed = /\baccount\b.*\bclosed\b|\bAC0[45]\b/i;

/** Whether another account is needed: no correction of its number or name helps. */
export const needsOtherAccount = ({ reason }: Pick<Payout, 'reason'>): boolean =>
  reason !== null && aboutAccount.test(reason);

/** However banks say the most frequent reason. */
export const isOfClosedAccount = ({ reason }: Pick<Payout, 'reason'>): boolean =>
  reason !== null && closed.test(reason);

/** @param newestFirst @returns the last one that failed, unless a later one has arrived since. */
export function unresolvedFailure<Row extends { status: Payout['status'] }>(
  newestFirst: readonly Row[],
): Row | undefined {
  const last = newestFirst.find(({ status }) => status === 'failed' || status === 'completed');
  return last?.status === 'failed' ? last : undefined;
}

/** As `unresolvedFailure`, of one bank account. */
export const lastReturnOf = <Row extends Pick<Payout, 'status' | 'bank_account_id'>>(
  newestFirst: readonly Row[],
  bankAccountId: string,
): Row | undefined => unresolvedFailure(newestFirst.filter(({ bank_account_id: id }) => id === bankAccountId));
