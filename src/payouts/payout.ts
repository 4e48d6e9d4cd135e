/**
 * A payout, and its state machine as a frozen table (docs/ledger.md, "What is posted"). Nothing else decides which
 * transition is possible. Pure.
 */
import { type AccountRef, type Book, linkOfEarnings, purpose } from '../ledger/accounts.ts';

export type PayoutStatus = 'requested' | 'approved' | 'sent' | 'completed' | 'rejected' | 'cancelled' | 'failed';

type Transitions = Readonly<Record<PayoutStatus, readonly PayoutStatus[]>>;

function frozen(table: Transitions): Transitions {
  for (const targets of Object.values(table)) Object.freeze(targets);
  return Object.freeze(table);
}

export const payoutTransitions = frozen({
  requested: ['approved', 'rejected', 'cancelled'],
  approved: ['sent', 'rejected', 'failed'],
  sent: ['completed', 'failed'],
  completed: [],
  rejected: [],
  cancelled: [],
  failed: [],
});

export const payoutStatuses = Object.freeze(Object.keys(payoutTransitions) as PayoutStatus[]);

export const initialPayoutStatus: PayoutStatus = 'requested';

/** The states in which everything is back in the account it was drawn from. */
export const returnedStatuses: readonly PayoutStatus[] = Object.freeze(['rejected', 'cancelled', 'failed'] as const);

export const isEnd = (status: PayoutStatus): boolean => payoutTransitions[status].length === 0;

export type Payout = Book & {
  id: string;
  /** Whose money it is, and whose bank account it goes to. For earnings not the book's holder. */
  ownerHolderId: bigint;
  /** The account of the book it draws from. */
  purpose: string;
  status: PayoutStatus;
  /** Minor units that leave the account. The bank gets `amount - fee`. */
  amount: bigint;
  fee: bigint;
  currency: string;
  bankAccountId: string;
  reason: string | null;
  /** The order in which they came. */
  position: bigint;
  createdAt: Date;
  updatedAt: Date;
  approvedAt: Date | null;
  sentAt: Date | null;
  endedAt: Date | null;
};

export const accountOf = ({ holderId, mode, currency, purpose: drawn }: Payout): AccountRef => ({
  holderId,
  mode,
  currency,
  purpose: drawn,
});

/** Whether this is an account that payouts draw from at all. */
export const isDrawable = (accountPurpose: string): boolean =>
  accountPurpose === purpose.wallet ||
  accountPurpose === purpose.commission ||
  accountPurpose === purpose.clearing ||
  linkOfEarnings(accountPurpose) !== undefined;
