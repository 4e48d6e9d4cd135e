/** What a bank's verdict on one payment means for its payout. Pure. */
import type { Verdict } from '../bank-files/pain002.ts';
import { saysDuplicate } from '../bank-files/reason-codes.ts';
import type { PayoutStatus } from '../payouts/payout.ts';
import type { PayoutFileLine } from './payout-files.repository.ts';

/** The bank has paid: nothing that it says of the payment's acceptance comes after. */
const settled: readonly string[] = ['ACSC', 'ACCC'];

type Step =
  /** Nothing new. */
  | { kind: 'none' }
  /** What the bank said is noted; the payout stays as it is. */
  | { kind: 'note' }
  | { kind: 'send' }
  | { kind: 'fail' }
  /** A person has to look: the message says why. Noted: as undecided, unless the bank had decided before. */
  | { kind: 'ask'; message: string };

type Line = Pick<PayoutFileLine, 'outcome' | 'bankStatus' | 'bankReason' | 'supersededBy'>;

const rank = { pending: 1, accepted: 2, rejected: 3 } as const;

export function judgeVerdict(line: Line, payout: PayoutStatus, verdict: Verdict): Step {
  const { outcome, status, reason } = verdict;
  if (line.bankStatus === status && line.bankReason === reason) return { kind: 'none' };
  if (line.outcome === 'rejected') {
    return outcome === 'accepted'
      ? { kind: 'ask', message: 'The bank rejected it before, and now reports that it accepts it.' }
      : { kind: 'none' };
  }
  if (outcome === 'rejected') return judgeRejection(line, payout, reason);
  if (outcome === 'accepted' && payout === 'rejected') {
    return { kind: 'ask', message: 'It was rejected here, and the bank now accepts it.' };
  }
  // Reports arrive in any order: an older one changes nothing.
  if (line.outcome !== null && rank[outcome] < rank[line.outcome]) return { kind: 'none' };
  if (line.bankStatus !== null && settled.includes(line.bankStatus)) return { kind: 'none' };
  return outcome === 'accepted' && payout === 'approved' && line.supersededBy === null
    ? { kind: 'send' }
    : { kind: 'note' };
}

function judgeRejection(line: Line, payout: PayoutStatus, reason: string | null): Step {
  if (saysDuplicate(reason)) {
    return { kind: 'ask', message: 'The bank has it already. Check with the bank which one it pays.' };
  }
  if (line.supersededBy !== null) return { kind: 'note' };
  if (line.bankStatus !== null && settled.includes(line.bankStatus)) {
    return { kind: 'ask', message: 'The bank reported it as paid before, and now rejects it.' };
  }
  if (payout === 'completed') return { kind: 'ask', message: 'It is completed, and the bank now rejects it.' };
  return payout === 'approved' || payout === 'sent' ? { kind: 'fail' } : { kind: 'note' };
}
