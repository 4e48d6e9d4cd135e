/** What a bank's verdict on one payment means for its payout. Pure. */
import type { Verdict } from '../bank-files/pain002.ts';
import { saysDuplicate } from '../bank-files/reason-codes.ts';
import type { PayoutStatus } from '../payouts/payout.ts';
import type { LineReturn } from '../reconciliation/line-returns.repository.ts';
import type { Refund } from '../refunds/refunds.repository.ts';
import type { PayoutFileLine } from './payout-files.repository.ts';

/** The bank has paid: nothing that it says of the payment's acceptance comes after. */
const settled: readonly string[] = ['ACSC', 'ACCC'];

export type Step =
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

/** What is said of a payment that has come to its end here. */
const ends = {
  payout: { completed: 'It is completed', rejected: 'It was rejected here' },
  return: { completed: 'A statement shows it as sent, or a person recorded that', rejected: 'It was canceled here' },
  refund: { completed: 'A statement shows it as sent, or a person recorded that', rejected: 'It has failed here' },
} as const;
type Ends = (typeof ends)[keyof typeof ends];

/** A return is sent once a statement shows it: until then the bank's word is noted, or ends it. */
export function judgeReturnVerdict(line: Line, status: LineReturn['status'], verdict: Verdict): Step {
  const standing = { ordered: 'sent', sent: 'completed', cancelled: 'rejected' } as const;
  return judgeVerdict(line, standing[status], verdict, ends.return);
}

/** As of a return. */
export function judgeRefundVerdict(line: Line, status: Refund['status'], verdict: Verdict): Step {
  const standing = { pending: 'sent', succeeded: 'completed', failed: 'rejected' } as const;
  return judgeVerdict(line, standing[status], verdict, ends.refund);
}

export function judgeVerdict(line: Line, payout: PayoutStatus, verdict: Verdict, words: Ends = ends.payout): Step {
  const { outcome, status, reason } = verdict;
  if (line.bankStatus === status && line.bankReason === reason) return { kind: 'none' };
  if (line.outcome === 'rejected') {
    return outcome === 'accepted'
      ? { kind: 'ask', message: 'The bank rejected it before, and now reports that it accepts it.' }
      : { kind: 'none' };
  }
  if (outcome === 'rejected') return judgeRejection(line, payout, reason, words);
  if (outcome === 'accepted' && payout === 'rejected') {
    return { kind: 'ask', message: `${words.rejected}, and the bank now accepts it.` };
  }
  // Reports arrive in any order: an older one changes nothing.
  if (line.outcome !== null && rank[outcome] < rank[line.outcome]) return { kind: 'none' };
  if (line.bankStatus !== null && settled.includes(line.bankStatus)) return { kind: 'none' };
  return outcome === 'accepted' && payout === 'approved' && line.supersededBy === null
    ? { kind: 'send' }
    : { kind: 'note' };
}

function judgeRejection(line: Line, payout: PayoutStatus, reason: string | null, words: Ends): Step {
  if (saysDuplicate(reason)) {
    return { kind: 'ask', message: 'The bank has it already. Check with the bank which one it pays.' };
  }
  if (line.supersededBy !== null) return { kind: 'note' };
  if (line.bankStatus !== null && settled.includes(line.bankStatus)) {
    return { kind: 'ask', message: 'The bank reported it as paid before, and now rejects it.' };
  }
  if (payout === 'completed') return { kind: 'ask', message: `${words.completed}, and the bank now rejects it.` };
  return payout === 'approved' || payout === 'sent' ? { kind: 'fail' } : { kind: 'note' };
}
